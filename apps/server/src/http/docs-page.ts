import { ERROR_STATUS, type ErrorCode, type JsonSchema, type OpenApi, type Operation } from '@maru/contract';
import { formatMessage } from '@maru/words/server';
import { escapeHtml as text } from './plain-page.ts';

/** Renders the OpenAPI document as HTML, without scripts or other files. */
export function docsPage(document: OpenApi): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  const { info, tags, servers } = document;
  const origin = servers[0]?.url ?? '';
  const schemas = document.components.schemas as Record<string, JsonSchema>;
  const groups = tags
    .map(({ name, description }) => ({
      name,
      description,
      own: calls.filter(({ call }) => call.tags.includes(name)),
    }))
    .filter(({ own }) => own.length > 0);
  const index = groups.map(
    ({ name, own }) =>
      `<li><a href="#tag-${name}">${text(name)}</a><ul>${own
        .map(
          ({ method, path, call }) =>
            `<li><a href="#${call.operationId}">${formatMethod(method)} ${text(path)}</a></li>`,
        )
        .join('')}</ul></li>`,
  );
  const body = groups.map(
    ({ name, description, own }) =>
      `<section id="tag-${name}"><h2>${text(name)}</h2><p>${text(description)}</p>${own
        .map((one) => callSection(one, origin, schemas))
        .join('')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${text(
    info.title,
  )} API</title><style>${STYLE}</style></head><body><nav aria-label="Calls"><p><a href="#top">${text(
    info.title,
  )} API</a></p><ul>${index.join('')}<li><a href="#errors">Errors</a></li></ul></nav><main id="top"><h1>${text(
    info.title,
  )} API</h1><p>${prose(info.description)}</p><p><a href="/docs/openapi.json">openapi.json</a> (OpenAPI ${text(
    document.openapi,
  )}), for programs.</p>${body.join('')}${errorSection()}</main></body></html>`;
}

interface Call {
  path: string;
  method: string;
  call: Operation;
}

function callSection(
  { path, method, call }: Call,
  origin: string,
  schemas: Record<string, JsonSchema>,
): string {
  const permission = Object.entries(call['x-permission']);
  const who = permission.every(([, rule]) => rule === 'yes')
    ? 'Anybody may call it.'
    : `Who may: ${permission.map(([role, rule]) => `${role}: ${rule}`).join(' · ')}.`;
  const parameters = call.parameters.map(
    ({ name, in: where, required, description = '', schema, example }) => [
      `<code>${text(name)}</code>`,
      `${where}${required ? ', required' : ''}`,
      typeText(schema),
      `${prose(description)}${example === undefined ? '' : ` <span class="eg">e.g. <code>${text(plain(example))}</code></span>`}`,
    ],
  );
  const sent = Object.entries(call.requestBody?.content ?? {})[0];
  const [status = '', good] = Object.entries(call.responses)[0] ?? [];
  const answer = Object.values(good?.content ?? {})[0];
  const refusals = Object.entries(call.responses).filter(([code]) => Number(code) >= 400);
  return `<article id="${call.operationId}"><h3>${formatMethod(method)} <code>${text(path)}</code> <a href="#${
    call.operationId
  }" aria-label="Link to ${call.operationId}">#</a></h3><p><b>${text(call.summary)}.</b> ${prose(
    call.description,
  )}</p><p class="who">${text(who)} Counted as <code>${text(call['x-limit'])}</code>.</p>${
    parameters.length === 0 ? '' : table(['Name', 'In', 'Type', 'Meaning'], parameters)
  }${
    sent === undefined
      ? ''
      : `<h4>Body, <code>${text(sent[0])}</code></h4>${fieldTable(sent[1].schema, schemas, 'required')}${example(sent[1].example)}`
  }<h4>Answer ${text(status)}</h4>${
    answer === undefined
      ? `<p>${prose(good?.description ?? '')}, without a body.</p>`
      : `<details><summary>Fields and example</summary>${fieldTable(answer.schema, schemas, 'always')}${example(answer.example)}</details>`
  }<p class="refusals">Refuses with ${refusals
    .map(([code, { description }]) => `${code} ${prose(description)}`)
    .join(
      ' · ',
    )}</p><details><summary>curl</summary>${pre(formatCurl({ path, method, call }, origin))}</details></article>`;
}

/** The top-level fields of a schema; shared schemas by name. */
function fieldTable(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  isThere: 'required' | 'always',
): string {
  const named = findName(schema);
  const own = named === undefined ? schema : (schemas[named] ?? {});
  const fields = Object.entries(own.properties ?? {});
  if (fields.length === 0) return '';
  const required = new Set(own.required ?? []);
  return table(
    ['Field', 'Type', ''],
    fields.map(([name, one]) => [
      `<code>${text(name)}</code>`,
      typeText(one),
      `${required.has(name) ? isThere : 'optional'}${one.description === undefined ? '' : `; ${prose(one.description)}`}`,
    ]),
  );
}

function findName(schema: JsonSchema): string | undefined {
  return typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
}

/** Describes a schema briefly: `text, at most 100`, `list of HomeCard`, `sale | rent`. */
function typeText(schema: JsonSchema): string {
  const named = findName(schema);
  if (named !== undefined) return text(named);
  if (schema.enum !== undefined)
    return schema.enum.map((one) => `<code>${text(plain(one))}</code>`).join(' | ');
  if (schema.const !== undefined) return `<code>${text(plain(schema.const))}</code>`;
  if (schema.anyOf !== undefined) {
    const [one, list] = schema.anyOf;
    const isRepeated = JSON.stringify(list?.items) === JSON.stringify(one);
    if (one !== undefined && isRepeated) return `${typeText(one)}; may be repeated`;
    return schema.anyOf.map(typeText).join(' or ');
  }
  const types = [schema.type ?? 'any value'].flat().map((type) => {
    if (type === 'array') return `list of ${typeText((schema.items as JsonSchema | false) || {})}`;
    return type === 'string' ? 'text' : type;
  });
  const { maxLength, minimum, maximum, maxItems } = schema;
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
  ];
  return [types.join(' or '), ...bounds].join(', ');
}

function formatCurl({ path, method, call }: Call, origin: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(plain(call.parameters.find((one) => one.name === name)?.example ?? name)),
  );
  const query = call.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(plain(example ?? ''))}`);
  const sent = Object.entries(call.requestBody?.content ?? {})[0];
  const isSignedIn = call.security?.every((one) => 'bearer' in one) ?? false;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    ...(isSignedIn ? [`-H 'Authorization: Bearer $TOKEN'`] : []),
    ...(sent === undefined
      ? []
      : [
          `-H 'Content-Type: ${sent[0]}'`,
          `-d '${JSON.stringify(sent[1].example).replaceAll("'", "'\\''")}'`,
        ]),
  ].join(' \\\n  ');
}

function errorSection(): string {
  const rows = Object.entries(ERROR_STATUS).map(([code, status]) => [
    String(status),
    `<code>${code}</code>`,
    text(formatMessage('en', `error.${code as ErrorCode}`, { path: '/…', text: '…', method: 'PUT' })),
  ]);
  return `<section id="errors"><h2>Errors</h2><p>Every refusal has this shape; <code>statusMessage</code> is for people, in their language, <code>data.fields</code> names what was wrong.</p>${example(
    {
      statusCode: 400,
      statusMessage: '요청을 이해하지 못했어요.',
      message: 'This request could not be understood.',
      data: { code: 'invalid_request', fields: [{ field: 'email', reason: 'malformed' }] },
    },
  )}${table(['Status', 'Code', 'Message'], rows)}</section>`;
}

/** Escapes text and renders `code`. */
const prose = (value: string) => text(value).replace(/`([^`]+)`/g, '<code>$1</code>');
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const formatMethod = (method: string) => `<b class="m">${method}</b>`;
const pre = (value: string) => `<pre tabindex="0">${text(value)}</pre>`;
const example = (value: unknown) => pre(JSON.stringify(value, null, 2));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${cell}</td>`).join('');
  return `<div class="t"><table><tr>${head.map((one) => `<th>${one}</th>`).join('')}</tr>${rows
    .map((row) => `<tr>${cells(row)}</tr>`)
    .join('')}</table></div>`;
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884}
body{font:15px/1.6 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:minmax(0,1fr)}
nav{padding:1rem;font-size:.85rem;overflow-wrap:anywhere}
nav ul{list-style:none;padding:0 0 0 .6rem;margin:0 0 .4rem}
main{padding:1rem;max-width:56rem}
a{color:inherit}h1{margin-top:0}h3{font-size:1.05rem;overflow-wrap:anywhere}h3 a{text-decoration:none;opacity:.4}
article{border-top:1px solid var(--line);padding:.5rem 0 1rem;scroll-margin-top:1rem}
.m{font:600 .8em ui-monospace,monospace}code,pre{font-family:ui-monospace,monospace;font-size:.9em}
.who,.refusals,.eg{font-size:.9em;opacity:.85}.t{overflow-x:auto}table{border-collapse:collapse}
td,th{text-align:left;padding:.15rem .8rem .15rem 0;vertical-align:top}
pre{overflow:auto;max-height:26rem;border:1px solid var(--line);border-radius:.4rem;padding:.6rem}
@media(min-width:64rem){body{grid-template-columns:20rem minmax(0,1fr)}nav{position:sticky;top:0;height:100vh;box-sizing:border-box;overflow-y:auto;border-right:1px solid var(--line)}}
`;
