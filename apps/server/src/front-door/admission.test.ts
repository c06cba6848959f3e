import { expect, test } from 'vitest';
import { Admission } from './admission.ts';
import type { Place } from './fair-queue.ts';

const LIMITS = { requestsInFlight: 8, filesInFlight: 64 };

/** How many of so many requests of one address are worked on, wait, and are refused. */
function enter(admission: Admission, lane: Parameters<Admission['enter']>[0], count: number, address = 'a') {
  const places: Place[] = [];
  let [waiting, refused] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    const place = admission.enter(lane, address);
    if (place instanceof Promise) waiting += 1;
    else if (place === undefined) refused += 1;
    else places.push(place);
  }
  return { places, counts: [places.length, waiting, refused] };
}

test('one address has eight searches, pages and calls in flight; a few wait, more are refused', () => {
  const admission = new Admission(LIMITS, () => 0);
  expect(enter(admission, 'timed', 100).counts).toEqual([8, 32, 60]);
  expect([admission.inFlight, admission.waiting, admission.refused]).toEqual([8, 32, 60]);
});

test('a page of 40 photos and 30 map tiles is never refused', () => {
  const admission = new Admission(LIMITS, () => 0);
  expect(enter(admission, 'file', 70).counts).toEqual([64, 6, 0]);
});

test('photos and live sources take no place of searches', () => {
  const admission = new Admission(LIMITS, () => 0);
  enter(admission, 'file', 64);
  enter(admission, 'apart', 8);
  enter(admission, 'body', 8);
  expect(enter(admission, 'timed', 8).counts).toEqual([8, 0, 0]);
});

test('slow bodies of many addresses take no place of searches', () => {
  const admission = new Admission(LIMITS, () => 0);
  for (let i = 0; i < 205; i += 1) enter(admission, 'body', 1, `address ${i}`);
  expect(enter(admission, 'timed', 8).counts).toEqual([8, 0, 0]);
});

test('places that are left can be taken again', () => {
  const admission = new Admission(LIMITS, () => 0);
  for (const place of enter(admission, 'timed', 8).places) place.leave();
  expect(enter(admission, 'timed', 8).counts).toEqual([8, 0, 0]);
});
