import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The prefix of a "translation". */
export const TRANSLATED = '기계가 옮긴 글입니다.';

export interface StandInTranslator {
  /** For TRANSLATION_URL, without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/**
 * A fake translation server with LibreTranslate's interface (`POST /translate`, its responses and errors): prefixes
 * the text with a Korean sentence instead of translating it. `PUT /broken` with `true` or `false` makes it fail as a
 * real one whose model is not loaded.
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
