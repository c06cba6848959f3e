import { buildOpenApi } from '@maru/contract';
import type { FastifyInstance } from 'fastify';
import { docsPage } from '../http/docs-page.ts';
import { EncodedBody, sendEncoded } from '../http/encoded-body.ts';

/**
 * `/docs/openapi.json`, and `/docs` as a page without scripts. Both are generated and compressed on the first request.
 */
export function registerDocs(app: FastifyInstance, publicUrl: string, describeApi = buildOpenApi): void {
  const add = (path: string, headers: Record<string, string>, make: () => string) => {
    let body: EncodedBody | undefined;
    app.get(path, async (request, reply) => {
      body ??= new EncodedBody(Buffer.from(make()));
      reply.headers({ 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding', ...headers });
      return await sendEncoded(body, request, reply);
    });
  };
  add('/docs/openapi.json', { 'content-type': 'application/json; charset=utf-8' }, () =>
    JSON.stringify(describeApi(publicUrl)),
  );
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  const page = { 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' };
  add('/docs', page, () => docsPage(describeApi(publicUrl)));
}
