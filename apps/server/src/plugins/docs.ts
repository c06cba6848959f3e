import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/**
 * OpenAPI 3.1 of the very route values that validate and serialise: `/docs/openapi.json`, and `/docs` as a plain
 * page without a script, made once.
 */
export async function registerDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Maru',
        description: 'Homes in the United States, for people and programs. Errors have one shape.',
        version: '1',
      },
      servers: [{ url: publicUrl }],
    },
    hideUntagged: true,
  });
  app.get('/docs/openapi.json', { schema: { hide: true } }, async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(app.swagger()),
  );
  let page: string | undefined;
  app.get('/docs', { schema: { hide: true } }, async (_, reply) => {
    page ??= pageOf(app.swagger() as unknown as OpenApi);
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: object;
}
interface OpenApi {
  info: { title: string; description: string };
  paths: Record<
    string,
    Record<string, { summary?: string; parameters?: Parameter[]; responses?: Record<string, unknown> }>
  >;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function pageOf({ info, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const rows = (call.parameters ?? []).map(
        ({ name, in: where, required, description = '', schema }) =>
          `<tr><td><code>${escapeHtml(name)}</code></td><td>${where}${required ? ', required' : ''}</td><td>${escapeHtml(
            description || ((schema as { description?: string })?.description ?? ''),
          )}</td></tr>`,
      );
      const table =
        rows.length > 0
          ? `<table><tr><th>Name</th><th>In</th><th>Meaning</th></tr>${rows.join('')}</table>`
          : '';
      const answer = escapeHtml(JSON.stringify(call.responses?.['200'] ?? {}, null, 2));
      return `<section><h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2><p>${escapeHtml(call.summary ?? '')}</p>${table}<details><summary>Answer</summary><pre>${answer}</pre></details></section>`;
    }),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(info.title)} API</title><style>
body{font:15px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
section{border-top:1px solid #8886;padding:1rem 0}h2{font-size:1.05rem}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}pre{overflow:auto;max-height:24rem}</style></head><body><main><h1>${escapeHtml(
    info.title,
  )} API</h1><p>${escapeHtml(info.description)} <a href="/docs/openapi.json">openapi.json</a></p>${calls.join('')}</main></body></html>`;
}
