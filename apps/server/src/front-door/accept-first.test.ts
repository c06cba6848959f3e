import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { noteConnection } from './accept-first.ts';
import { FairQueue } from './fair-queue.ts';

test('connections that wait are accepted before many requests of a queue are started', async () => {
  const connections = 60;
  let accepted = 0;
  const all = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    noteConnection();
    accepted += 1;
    socket.on('error', () => undefined).destroy();
    if (accepted === connections) all.resolve();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const queue = new FairQueue({ total: 1, perKey: 1, waiting: 200, waitingPerKey: 200, patience: 60_000 });
  let started = 0;
  const run = async () => {
    const place = await queue.enter('flood');
    started += 1;
    place?.leave();
  };
  // The kernel completes the connections; they wait until this process accepts them.
  for (let at = 0; at < connections; at += 1) connect(port, '127.0.0.1').on('error', () => undefined);
  const requests = Array.from({ length: 200 }, run);
  await all.promise;
  // Without precedence each turn accepts one connection and starts one request.
  expect(started).toBeLessThan(connections / 2);
  await Promise.all(requests);
  expect(started).toBe(200);
  server.close();
});
