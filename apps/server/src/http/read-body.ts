/** The answer has more bytes than whoever asked was ready to take. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** What is read of an answer, by the `fetch` of Node or by that of undici. */
interface Answer {
  headers: { get(name: string): string | null };
  body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/**
 * The body of another site's answer, as it came out of its packing, counted while it is read: an answer may say nothing of its
 * size, or something else than is so. What is too much is not read on.
 *
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
  // Leaving the loop by an error ends the connection.
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

/** `fetch` for libraries that read whole answers: these have at most so many bytes. */
export function boundedFetch(most: number): (url: string, init?: object) => Promise<Response> {
  return async (url, init) => {
    const answer = await fetch(url, init as RequestInit);
    if (answer.body === null) return answer;
    const { status, statusText, headers } = answer;
    const body = await readBody(answer, most).catch((error: unknown) => {
      // As `fetch` itself tells what it cannot read.
      throw error instanceof TooLarge ? new TypeError(error.message, { cause: error }) : error;
    });
    return new Response(new Uint8Array(body), { status, statusText, headers });
  };
}
