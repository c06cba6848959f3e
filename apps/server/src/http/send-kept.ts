import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CachedAnswer, formatEtag } from './answer-cache.ts';
import { isKnown } from './conditional-request.ts';

/** Sends a cached response in the best encoding; 304 when the client has it. */
export async function sendKept(
  { body, tag }: CachedAnswer,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': cacheControl, vary: 'accept-encoding' });
  const etag = formatEtag(tag, undefined);
  if (isKnown(etag, request.headers)) return reply.code(304).header('etag', etag).send();
  const { encoding, body: bytes } = body.in(request.headers['accept-encoding']);
  reply.header('etag', formatEtag(tag, encoding));
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type('application/json; charset=utf-8').send(await bytes);
}
