import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stand-in puts before a text instead of translating it. */
export const TRANSLATED = '기계가 옮긴 글입니다.';

export interface StandInTranslator {
  /** For TRANSLATION_URL, without a slash at its end. */
  url: string;
  close(): Promise<void>;
}

/**
 * A machine translator as LibreTranslate speaks over the wire (`POST /translate`, its answers and its errors), which
 * understands nothing: it says in Korean that it has been here and repeats the text. `PUT /broken` with `true` or `false`
 * makes it fail as a real one does when its model is not loaded.
 */
export async function startTranslator(): Promise<StandInTranslator> {
  let isBroken = false;
  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    if (request.method === 'PUT' && request.url === '/broken') {
      isBroken = body === true;
      return answer(response, 200, { isBroken });
    }
    if (request.method !== 'POST' || request.url !== '/translate') {
      return answer(response, 404, { error: 'Not Found' });
    }
    const { q, source, target } = (body ?? {}) as Record<string, unknown>;
    if (typeof q !== 'string')
      return answer(response, 400, { error: 'Invalid request: missing q parameter' });
    if (source !== 'en' || target !== 'ko')
      return answer(response, 400, { error: `${source} is not supported` });
    if (isBroken) return answer(response, 500, { error: 'Cannot translate text' });
    answer(response, 200, { translatedText: `${TRANSLATED}\n${q}` });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readJson(request: AsyncIterable<Buffer>): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return undefined;
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
