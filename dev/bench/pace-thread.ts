/** Sends a message with the time at a fixed interval (see measureArrivals in load). */
import { parentPort, workerData } from 'node:worker_threads';

const { every, count } = workerData as { every: number; count: number };
const never = new Int32Array(new SharedArrayBuffer(4));
const began = performance.now();
for (let at = 0; at < count; at++) {
  Atomics.wait(never, 0, 0, Math.max(0, began + at * every - performance.now()));
  parentPort?.postMessage(performance.timeOrigin + performance.now());
}
