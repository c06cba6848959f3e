import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import inject, { type InjectOptions, type Response } from 'light-my-request';

/** For tests: sends a request through the front door, with rate limits, which `app.inject` skips. */
export async function injectAtDoor(app: FastifyInstance, options: InjectOptions): Promise<Response> {
  await app.ready();
  const [door] = app.server.listeners('request') as RequestListener[];
  return await inject(door as never, options);
}
