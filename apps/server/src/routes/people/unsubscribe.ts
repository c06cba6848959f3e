import formbody from '@fastify/formbody';
import { type Locale, localePath, type MessageKey } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance } from 'fastify';
import { parseUnsubscribeToken } from '../../alerts/unsubscribe-token.ts';
import { escapeHtml, PLAIN_PAGE_HEADERS, plainPage } from '../../http/plain-page.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';

interface Address {
  Params: { token: string };
}

/**
 * GET and POST /v1/unsubscribe/:token, for emails about saved homes and searches. Mail programs send the POST themselves (RFC 8058). A
 * GET shows a button, because mail scanners follow links too. Works without script and without signing in.
 */
export async function registerUnsubscribeRoutes(
  app: FastifyInstance,
  { store, now }: Pick<Parts, 'store' | 'now'>,
): Promise<void> {
  const find = async (token: string) => parseUnsubscribeToken(token, await store.secrets.load('unsubscribe'));
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 4 * 1024 });
    scope.addHook('onSend', async (_, reply) => {
      reply.headers(PLAIN_PAGE_HEADERS);
    });

    scope.get<Address>('/v1/unsubscribe/:token', async (request, reply) => {
      const isKnown = (await find(request.params.token)) !== undefined;
      const locale = localeOfRequest(request);
      return reply
        .code(isKnown ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(renderPage(locale, isKnown ? 'asked' : 'unknown'));
    });

    scope.post<Address>('/v1/unsubscribe/:token', async (request, reply) => {
      const subscription = await find(request.params.token);
      const locale = localeOfRequest(request);
      const isDone =
        subscription !== undefined &&
        (await store.alerts.unsubscribe(subscription.userId, subscription.searchId, new Date(now())));
      // A search that was deleted since sends no emails either.
      const isKnown = isDone || subscription !== undefined;
      return reply
        .code(isKnown ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(renderPage(locale, isKnown ? 'done' : 'unknown'));
    });
  });
}

function renderPage(locale: Locale, state: 'asked' | 'done' | 'unknown'): string {
  const keys = {
    asked: ['unsubscribe.title', 'unsubscribe.body'],
    done: ['unsubscribe.done_title', 'unsubscribe.done_body'],
    unknown: ['unsubscribe.unknown_title', 'unsubscribe.unknown_body'],
  } as const;
  const say = (key: MessageKey) => formatMessage(locale, key, {});
  const [title, text] = keys[state];
  const way =
    state === 'asked'
      ? `<form method="post"><button name="List-Unsubscribe" value="One-Click">${escapeHtml(say('unsubscribe.button'))}</button></form>`
      : `<p><a href="${localePath(locale, '/my-page')}">${escapeHtml(say('mail.alert.manage'))}</a></p>`;
  return plainPage(locale, say(title), `<p>${escapeHtml(say(text))}</p>${way}`);
}
