import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../env.ts';

/**
 * The pages for developers, `/dev/ui`: files that `npm start` builds beside the site. In trial mode only: otherwise each
 * address below `/dev` is a plain 404.
 */
export async function registerDevPages(
  app: FastifyInstance,
  { mode, webDist }: Pick<Settings, 'mode' | 'webDist'>,
): Promise<void> {
  const root = join(webDist, 'dev');
  if (mode !== 'trial' || !existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    prefix: '/dev/',
    extensions: ['html'],
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
      reply.header('content-security-policy', "default-src 'self'; style-src 'self' 'unsafe-inline'");
    },
  });
}
