import { buildOpenApi } from '@maru/contract';
import type { FastifyInstance } from 'fastify';
import { docsPage } from '../http/docs-page.ts';
import { EncodedBody } from '../http/encoded-body.ts';

/**
 * `/docs/openapi.json`, and `/docs` as a page without scripts. Both are generated and compressed on the first request.
 */
export function registerDocs(app: FastifyInstance, publicUrl: string, describeApi = buildOpenApi): void {
  let json: EncodedBody | undefined;
  app.get('/docs/openapi.json', async (request, reply) => {
    json ??= new EncodedBody(Buffer.from(JSON.stringify(describeApi(publicUrl))));
    const { encoding, body } = json.in(request.headers['accept-encoding']);
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply
      .headers({ 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' })
      .type('application/json; charset=utf-8')
      .send(await body);
  });
  let page: EncodedBody | undefined;
  app.get('/docs', async (request, reply) => {
    page ??= new EncodedBody(Buffer.from(docsPage(describeApi(publicUrl))));
    const { encoding, body } = page.in(request.headers['accept-encoding']);
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply
      .headers({
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'cache-control': 'public, max-age=300',
        vary: 'Accept-Encoding',
      })
      .type('text/html; charset=utf-8')
      .send(await body);
  });
}
