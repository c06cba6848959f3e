import { expect, test } from 'vitest';
import { Admission } from './admission.ts';

/** A gate over a clock that only the test moves; `turn` handles what is ready, each taking so long (ms). */
function gate() {
  let now = 1_000;
  const admission = new Admission(() => now);
  const turn = (ready: number, service: number, refusal = 0.03) => {
    let taken = 0;
    for (let i = 0; i < ready; i += 1) {
      const leave = admission.enter('timed');
      now += leave === undefined ? refusal : service;
      if (leave !== undefined) {
        taken += 1;
        leave();
      }
    }
    admission.endTurn();
    return taken;
  };
  const idle = (ms: number) => {
    now += ms;
  };
  return { admission, turn, idle };
}

test('a burst is answered whole: nobody is refused for one long turn', () => {
  const { turn, idle } = gate();
  for (let i = 0; i < 50; i += 1) {
    expect(turn(1, 1)).toBe(1);
    idle(10);
  }
  expect(turn(30, 1)).toBe(30);
});

test('as many clients as a busy minute has are all answered, however long they go on', () => {
  const { admission, turn } = gate();
  for (let i = 0; i < 500; i += 1) turn(10, 1);
  expect(admission.refused).toBe(0);
});

test('what three pages ask at once is answered, however long the turn has lasted already', () => {
  const { admission, turn } = gate();
  for (let i = 0; i < 3; i += 1) {
    expect(turn(1, 200)).toBe(1);
    expect(turn(36, 6)).toBe(36);
  }
  const inOneTurn = [...Array(36)].map(() => admission.enter('timed'));
  expect(inOneTurn).not.toContain(undefined);
});

test('a few whose answers cost too much are a crowd when they come again and again', () => {
  const { admission, turn } = gate();
  let taken = 0;
  for (let i = 0; i < 20; i += 1) taken += turn(30, 20);
  expect(admission.refused).toBeGreaterThan(300);
  expect(taken).toBeLessThan(300);
});

test('of a crowd that would wait too long the last are refused already in its first turn', () => {
  const { turn } = gate();
  expect(turn(100, 3)).toBe(40);
  expect(turn(100, 3)).toBe(3);
});

test('while a queue stands, each turn takes only a few, and all again when it is gone', () => {
  const { admission, turn, idle } = gate();
  for (let i = 0; i < 50; i += 1) {
    turn(1, 1);
    idle(10);
  }
  let taken = 0;
  for (let i = 0; i < 20; i += 1) taken = turn(100, 1);
  expect(taken).toBe(3);
  expect(admission.refused).toBeGreaterThan(500);
  // Half as much again as can be done: still somebody is refused in each turn.
  expect(turn(5, 1)).toBe(3);
  expect(turn(20, 1)).toBe(3);
  for (let i = 0; i < 40; i += 1) turn(8, 1);
  expect(turn(10, 1)).toBe(10);
  idle(5_000);
  expect(turn(30, 1)).toBe(30);
});

test('a crowd is not over while what was taken of it holds the thread', () => {
  const { admission, turn, idle } = gate();
  for (let i = 0; i < 20; i += 1) turn(100, 1);
  const leave = admission.enter('timed');
  admission.endTurn();
  idle(150);
  expect(turn(100, 1)).toBe(3);
  idle(1_500);
  expect(turn(6, 1)).toBe(6);
  leave?.();
});

test('photos of pages that were let in are no crowd, and no crowd refuses them', () => {
  const { admission, turn } = gate();
  for (let i = 0; i < 20; i += 1) turn(100, 3);
  const before = admission.refused;
  // Two browsers with forty each; the next turns go on as they were.
  const photos = Array.from({ length: 80 }, () => admission.enter('file'));
  expect(photos).not.toContain(undefined);
  expect(turn(3, 200)).toBe(3);
  expect(admission.refused).toBe(before);
});

test('a flood of photos is bounded, and takes no room from searches', () => {
  const { admission, turn } = gate();
  const photos = Array.from({ length: 2_000 }, () => admission.enter('file'));
  const taken = photos.filter((leave) => leave !== undefined);
  expect(taken).toHaveLength(500);
  expect(admission.refused).toBe(1_500);
  expect(turn(36, 6)).toBe(36);
  for (const leave of taken) leave();
  expect(admission.enter('file')).toBeDefined();
});

test('when answers take long because many wait for others, a few are taken and the rest refused', () => {
  let now = 0;
  const admission = new Admission(() => now);
  for (let i = 0; i < 200; i += 1) {
    const leave = admission.enter('timed');
    now += 5;
    leave?.();
    admission.endTurn();
    now += 20;
  }
  const waiting: (() => void)[] = [];
  let refused = 0;
  for (let i = 0; i < 400; i += 1) {
    const leave = admission.enter('timed');
    if (leave === undefined) refused += 1;
    else waiting.push(leave);
    admission.endTurn();
    now += 4;
    // Each answer comes 60 others later.
    if (waiting.length > 60) waiting.shift()?.();
  }
  expect(refused).toBeGreaterThan(50);
  for (const leave of waiting) leave();
  expect(admission.inFlight).toBe(0);
  expect(admission.enter('timed')).toBeDefined();
});

test('what waits for other sites takes no room from searches', () => {
  const admission = new Admission(() => 0);
  for (let i = 0; i < 1_000; i += 1) admission.enter('apart');
  expect(admission.inFlight).toBe(0);
  expect(admission.enter('timed')).toBeDefined();
});
