/** The response body exceeds the limit. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The part of a response that is read, of Node's or undici's `fetch`. */
interface Answer {
  headers: { get(name: string): string | null };
  body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/**
 * Reads the decoded body of another site's response up to `most` bytes. Counts while reading, because Content-Length
 * may be absent or wrong.
 * @throws TooLarge
 */
export async function readBody(answer: Answer, most: number): Promise<Buffer> {
  const tooLarge = () => new TooLarge(`the answer has more than ${most} bytes`);
  if (Number(answer.headers.get('content-length') ?? 0) > most) {
    await answer.body?.cancel();
    throw tooLarge();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  // Throwing out of the loop closes the connection.
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > most) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The body as JSON. @throws TooLarge, SyntaxError */
export async function readJsonBody(answer: Answer, most: number): Promise<unknown> {
  return JSON.parse((await readBody(answer, most)).toString('utf8'));
}

/** A `fetch` for libraries that read whole responses, limited to `most` bytes. */
export function boundedFetch(most: number): (url: string, init?: object) => Promise<Response> {
  return async (url, init) => {
    const answer = await fetch(url, init as RequestInit);
    if (answer.body === null) return answer;
    const { status, statusText, headers } = answer;
    const body = await readBody(answer, most).catch((error: unknown) => {
      // The error type `fetch` itself uses.
      throw error instanceof TooLarge ? new TypeError(error.message, { cause: error }) : error;
    });
    return new Response(new Uint8Array(body), { status, statusText, headers });
  };
}
