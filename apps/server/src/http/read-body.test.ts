import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { boundedFetch, readBody, readJsonBody, TooLarge } from './read-body.ts';

let end: () => void = () => undefined;
afterEach(() => end());

async function answering(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Bytes without end, by a server that does not say how many. */
function pour(response: ServerResponse): void {
  const more = Buffer.alloc(64 * 1024);
  const write = () => {
    while (!response.destroyed && response.write(more));
    response.once('drain', write);
  };
  write();
}

describe('the answer of another site', () => {
  test('is read whole where it is not too much', async () => {
    const url = await answering((response) => response.end('{"a":[1]}'));
    expect(await readJsonBody(await fetch(url), 9)).toEqual({ a: [1] });
    expect(await (await boundedFetch(9)(url)).json()).toEqual({ a: [1] });
  });

  test('breaks off while it is read, whatever it says of its size', async () => {
    const url = await answering(pour);
    await expect(readBody(await fetch(url), 1_000_000)).rejects.toThrow(TooLarge);
    await expect(boundedFetch(1_000_000)(url)).rejects.toThrow(TypeError);
  });

  test('is not read at all where it says that it is too much', async () => {
    const url = await answering((response) => {
      response.writeHead(200, { 'content-length': '5000000' }).write('x');
    });
    await expect(readBody(await fetch(url), 1_000_000)).rejects.toThrow(TooLarge);
  });

  test('is counted as it is unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(5_000_000));
    const url = await answering((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    );
    expect(packed.length).toBeLessThan(10_000);
    await expect(readBody(await fetch(url), 1_000_000)).rejects.toThrow(TooLarge);
  });

  test('may have no body', async () => {
    const url = await answering((response) => response.writeHead(204).end());
    expect((await readBody(await fetch(url), 10)).length).toBe(0);
    expect((await boundedFetch(10)(url)).status).toBe(204);
  });
});
