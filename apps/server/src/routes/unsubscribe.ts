import formbody from '@fastify/formbody';
import { LANGUAGE_TAGS, type Locale, localePath } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { localeOfRequest } from '../plugins/errors.ts';
import { parseUnsubscribeToken } from '../unsubscribe-token.ts';

interface Address {
  Params: { token: string };
}
const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/**
 * GET and POST /v1/unsubscribe/:token, of the letters about what one keeps. A mail program posts without a person (RFC
 * 8058); a person who follows the link presses once, since programs that look into letters follow links too. Works
 * without a script and without signing in.
 */
export async function registerUnsubscribeRoutes(
  app: FastifyInstance,
  { store, now }: Pick<Parts, 'store' | 'now'>,
): Promise<void> {
  const find = async (token: string) => parseUnsubscribeToken(token, await store.secrets.load('unsubscribe'));
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 4 * 1024 });
    scope.addHook('onSend', async (_, reply) => {
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'content-security-policy': CSP,
      });
    });

    scope.get<Address>('/v1/unsubscribe/:token', async (request, reply) => {
      const isKnown = (await find(request.params.token)) !== undefined;
      const locale = localeOfRequest(request);
      return reply
        .code(isKnown ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(pageOf(locale, isKnown ? 'asked' : 'unknown'));
    });

    scope.post<Address>('/v1/unsubscribe/:token', async (request, reply) => {
      const subscription = await find(request.params.token);
      const locale = localeOfRequest(request);
      const isDone =
        subscription !== undefined &&
        (await store.alerts.unsubscribe(subscription.userId, subscription.searchId, new Date(now())));
      // Deleted since: then there is nothing to stop, which is what was asked for.
      const isKnown = isDone || subscription !== undefined;
      return reply
        .code(isKnown ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(pageOf(locale, isKnown ? 'done' : 'unknown'));
    });
  });
}

function pageOf(locale: Locale, state: 'asked' | 'done' | 'unknown'): string {
  const keys = {
    asked: ['unsubscribe.title', 'unsubscribe.body'],
    done: ['unsubscribe.done_title', 'unsubscribe.done_body'],
    unknown: ['unsubscribe.unknown_title', 'unsubscribe.unknown_body'],
  } as const;
  const [title, body] = keys[state].map((key) => escapeHtml(formatMessage(locale, key, {})));
  const button = escapeHtml(formatMessage(locale, 'unsubscribe.button', {}));
  const form =
    state === 'asked'
      ? `<form method="post"><button name="List-Unsubscribe" value="One-Click">${button}</button></form>`
      : `<p><a href="${localePath(locale, '/my-page')}">${escapeHtml(formatMessage(locale, 'mail.alert.manage', {}))}</a></p>`;
  return `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>
body{font:17px/1.6 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark;word-break:keep-all}
h1{font-size:1.5rem;line-height:1.3}a{color:#15803d}button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.25rem;border:0;border-radius:6px;background:#15803d;color:#fff}
@media(prefers-color-scheme:dark){a{color:#86efac}}</style></head><body><main><h1>${title}</h1><p>${body}</p>${form}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
