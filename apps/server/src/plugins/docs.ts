import { openApiOf } from '@maru/contract';
import type { FastifyInstance } from 'fastify';
import { docsPage } from '../docs-page.ts';
import { EncodedBody } from '../encoded-body.ts';

/** `/docs/openapi.json`, and `/docs` as a plain page without a script: both made once, when first asked for. */
export function registerDocs(app: FastifyInstance, publicUrl: string): void {
  let json: string | undefined;
  app.get('/docs/openapi.json', async (_, reply) => {
    json ??= JSON.stringify(openApiOf(publicUrl));
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(json);
  });
  let page: EncodedBody | undefined;
  app.get('/docs', async (request, reply) => {
    page ??= new EncodedBody(Buffer.from(docsPage(openApiOf(publicUrl))));
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
