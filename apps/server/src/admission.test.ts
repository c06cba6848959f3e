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
  expect(turn(80, 1)).toBe(80);
});

test('while a queue stands, each turn takes only what is done at once, and all again when it is gone', () => {
  const { admission, turn, idle } = gate();
  for (let i = 0; i < 50; i += 1) {
    turn(1, 1);
    idle(10);
  }
  let taken = 0;
  for (let i = 0; i < 20; i += 1) taken = turn(100, 1);
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(8);
  expect(admission.refused).toBeGreaterThan(500);
  idle(50);
  expect(turn(10, 1)).toBe(10);
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
    // Each answer comes 40 others later.
    if (waiting.length > 40) waiting.shift()?.();
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
