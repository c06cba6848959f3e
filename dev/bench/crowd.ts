import { Agent, type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, summarizeTimes } from './load.ts';

/** Delay before a refused client retries (ms): sooner than Retry-After says, as real clients do. */
const RETRY_DELAY_MS = 25;

/** A response over a socket. */
export interface SocketResponse {
  status: number;
  headers: Record<string, unknown>;
  /** The body of a response that is not 200. */
  body: string;
  ms: number;
}

/** A response to one client of a crowd. */
export interface CrowdResponse extends SocketResponse {
  /** 200 responses to other clients between this request and its response: its position in the queue. */
  ahead: number;
}

/** The responses to a crowd. */
export interface Crowd {
  taken: CrowdResponse[];
  refused: CrowdResponse[];
  /** Latencies of accepted requests. */
  load: Load;
  /** Requests per second, including refused ones. */
  offered: number;
}

/** Sends one request; rejects when the connection breaks. */
export async function sendRequest(url: string, agent: Agent): Promise<SocketResponse> {
  return await readResponse(get(url, { agent }));
}

/** The response to a request; rejects when the connection breaks. */
export function readResponse(request: ClientRequest): Promise<SocketResponse> {
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

/** Runs `clients` clients, each on a connection of its own, without pause; every path is requested once. */
export async function crowd(
  base: string,
  path: () => string,
  { clients, milliseconds }: { clients: number; milliseconds: number },
): Promise<Crowd> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const began = performance.now();
  const [taken, refused]: [CrowdResponse[], CrowdResponse[]] = [[], []];
  const client = async () => {
    while (performance.now() - began < milliseconds) {
      const before = taken.length;
      const answer = await sendRequest(base + path(), agent);
      const crowdResponse = { ...answer, ahead: taken.length - before };
      if (answer.status === 200) taken.push(crowdResponse);
      else {
        refused.push(crowdResponse);
        await sleep(RETRY_DELAY_MS);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    agent.destroy();
  }
  const elapsed = performance.now() - began;
  const load = summarizeTimes(
    taken.map(({ ms }) => ms),
    elapsed,
  );
  return { taken, refused, load, offered: ((taken.length + refused.length) * 1000) / elapsed };
}
