import { Agent, type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, summaryOf } from './load.ts';

/** Who was refused asks again after so long (ms): sooner than it was told to, as a crowd does. */
const IMPATIENCE = 25;

/** An answer over a socket. */
export interface Answered {
  status: number;
  headers: Record<string, unknown>;
  /** Of an answer that is not 200. */
  body: string;
  ms: number;
}

/** … to one of a crowd. */
export interface Heard extends Answered {
  /** Answers of 200 that others got while this one was waited for: how many stood before it. */
  ahead: number;
}

/** What a crowd was told. */
export interface Crowd {
  taken: Heard[];
  refused: Heard[];
  /** Latencies of those who were let in. */
  load: Load;
  /** Requests a second, refused ones with them. */
  offered: number;
}

/** Asks once; rejects when the connection breaks. */
export async function ask(url: string, agent: Agent): Promise<Answered> {
  return await hear(get(url, { agent }));
}

/** What a request is answered; rejects when the connection breaks. */
export function hear(request: ClientRequest): Promise<Answered> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      let body = '';
      response.setEncoding('latin1');
      response.on('data', (text: string) => {
        if (response.statusCode !== 200) body += text;
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body, ms: performance.now() - began });
      });
      response.on('error', reject);
    });
  });
}

/** So many clients, each with a connection of its own, ask without pause; every question is asked once. */
export async function crowd(
  base: string,
  path: () => string,
  { clients, milliseconds }: { clients: number; milliseconds: number },
): Promise<Crowd> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
  const [taken, refused]: [Heard[], Heard[]] = [[], []];
  const client = async () => {
    while (performance.now() - began < milliseconds) {
      const before = taken.length;
      const answer = await ask(base + path(), agent);
      const heard = { ...answer, ahead: taken.length - before };
      if (answer.status === 200) taken.push(heard);
      else {
        refused.push(heard);
        await sleep(IMPATIENCE);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    agent.destroy();
  }
  const elapsed = performance.now() - began;
  const load = summaryOf(
    taken.map(({ ms }) => ms),
    elapsed,
  );
  return { taken, refused, load, offered: ((taken.length + refused.length) * 1000) / elapsed };
}
