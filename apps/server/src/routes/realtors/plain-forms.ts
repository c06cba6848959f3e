import { createHmac } from 'node:crypto';
import formbody from '@fastify/formbody';
import { type ErrorBody, type ReceiptAnswer, ROUTES } from '@maru/contract';
import { CONSENT_KINDS } from '@maru/listing/people';
import { parseLocalTime } from '@maru/listing/time';
import { type Locale, localePath, type MessageKey, parseLocale } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { licenseText } from '../../contacts/license-text.ts';
import { addressKey } from '../../front-door/visitor-address.ts';
import { ApiError } from '../../http/api-error.ts';
import { isOwnOrigin } from '../../http/own-origin.ts';
import { escapeHtml, PLAIN_PAGE_HEADERS, plainFacts, plainPage } from '../../http/plain-page.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';
import { CALIFORNIA } from '../../site/local-time.ts';

type Form = Record<string, string | undefined>;
type Answer = { status: number; body: unknown };

const FORM_LIMIT = 64 * 1024;
/** A browser takes a backslash for a slash, and leaves out tabs and ends of lines: what has those may be another site's. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;
/** What is said beside a refused field of a form; others are named as they are. */
const FIELD_WORDS: Record<string, MessageKey> = {
  name: 'contact.name',
  email: 'contact.email',
  phone: 'profile.phone',
  message: 'contact.message',
  slots: 'contact.slots',
  reason: 'report.reason',
};

/**
 * Contacts and reports by a plain form, for whoever runs no script: POST /v1/contact and /v1/report ask the API like any other
 * caller (counted, checked and kept as theirs) and lead on to the receipt; GET /v1/receipt/:token and /v1/report/:token are
 * the pages of that without a script.
 */
export async function registerPlainForms(
  app: FastifyInstance,
  { settings, store }: Pick<Parts, 'settings' | 'store'>,
): Promise<void> {
  /**
   * The same form sent twice by one browser, by an impatient finger or a reload, is one. The same text from elsewhere is
   * another message: whoever sends what another has sent must not be led to that one's receipt. Keyed with a secret, since
   * the API takes keys from anybody, and who knows the text could make one that is only its digest.
   */
  const formKey = async (request: FastifyRequest, body: object): Promise<string> => {
    const sender = [addressKey(request.ip), request.headers['user-agent'] ?? ''];
    return createHmac('sha256', await store.secrets.load('plain-form'))
      .update(JSON.stringify([...sender, body]))
      .digest('hex');
  };
  /** The API, as this very visitor: from the same address, in the same words. */
  const ask = async (
    request: FastifyRequest,
    method: 'GET' | 'POST',
    path: string,
    locale: Locale,
    body?: object,
  ): Promise<Answer> => {
    const { headers, raw } = request;
    const kept = Object.fromEntries(
      ['host', 'user-agent', 'referer', 'x-forwarded-for', 'forwarded', 'cf-connecting-ip']
        .filter((name) => headers[name] !== undefined)
        .map((name) => [name, String(headers[name])]),
    );
    const key = body === undefined ? undefined : await formKey(request, body);
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: raw.socket.remoteAddress ?? '127.0.0.1',
      headers: {
        ...kept,
        'accept-language': locale,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  await app.register(async (scope) => {
    // A form is what a browser sends without a script: 415 for anything else.
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { bodyLimit: FORM_LIMIT });
    scope.addHook('onRequest', async (request) => {
      if (request.method === 'POST' && !isOwnOrigin(request, settings))
        throw new ApiError(403, 'foreign_origin');
    });
    scope.addHook('onSend', async (_, reply) => {
      reply.headers(PLAIN_PAGE_HEADERS);
    });

    scope.post<{ Body: Form | null }>('/v1/contact', async (request, reply) => {
      const form = formOf(request);
      const locale = localeOf(form, request);
      const { status, body } = await ask(
        request,
        'POST',
        ROUTES.contactAgent.path,
        locale,
        contactOf(form, locale),
      );
      if (status >= 400) return refused(reply, locale, status, body as ErrorBody, form.url);
      const { receipt } = body as { receipt: { token: string; path: string } };
      const path =
        form.plain === '1'
          ? `/v1/receipt/${receipt.token}?locale=${locale}`
          : localePath(locale, receipt.path);
      return reply.redirect(path, 303);
    });

    scope.post<{ Body: Form | null }>('/v1/report', async (request, reply) => {
      const form = formOf(request);
      const locale = localeOf(form, request);
      const { homeId, reason, message, email } = form;
      const given = { homeId, reason, message, locale, ...(email?.trim() ? { email: email.trim() } : {}) };
      const { status, body } = await ask(request, 'POST', ROUTES.reportHome.path, locale, given);
      if (status >= 400) return refused(reply, locale, status, body as ErrorBody, form.url);
      const { token, path } = (body as { status: { token: string; path: string } }).status;
      return reply.redirect(
        form.plain === '1' ? `/v1/report/${token}?locale=${locale}` : localePath(locale, path),
        303,
      );
    });

    scope.get<{ Params: { token: string } }>('/v1/receipt/:token', async (request, reply) => {
      const locale = localeOfRequest(request);
      const path = ROUTES.findReceipt.path.replace(':token', encodeURIComponent(request.params.token));
      const { status, body } = await ask(request, 'GET', path, locale);
      if (status === 404) return unknown(reply, locale, 'receipt');
      if (status >= 400) return refused(reply, locale, status, body as ErrorBody, undefined);
      return page(reply, 200, receiptPage(body as ReceiptAnswer, request.params.token, locale));
    });

    scope.post<{ Params: { token: string; step: string }; Body: Form | null }>(
      '/v1/receipt/:token/:step',
      async (request, reply) => {
        const { token, step } = request.params;
        const locale = localeOf(formOf(request), request);
        const call =
          step === 'stop' ? ROUTES.stopReceipt : step === 'withdraw' ? ROUTES.withdrawReceipt : undefined;
        if (call === undefined) return unknown(reply, locale, 'receipt');
        const path = call.path.replace(':token', encodeURIComponent(token));
        const { status, body } = await ask(request, 'POST', path, locale);
        if (status === 404) return unknown(reply, locale, 'receipt');
        if (status >= 400) return refused(reply, locale, status, body as ErrorBody, undefined);
        return reply.redirect(`/v1/receipt/${encodeURIComponent(token)}?locale=${locale}`, 303);
      },
    );

    scope.get<{ Params: { token: string } }>('/v1/report/:token', async (request, reply) => {
      const locale = localeOfRequest(request);
      const path = ROUTES.findReport.path.replace(':token', encodeURIComponent(request.params.token));
      const { status, body } = await ask(request, 'GET', path, locale);
      if (status === 404) return unknown(reply, locale, 'report');
      if (status >= 400) return refused(reply, locale, status, body as ErrorBody, undefined);
      return page(reply, 200, reportPage(body as Report, locale));
    });
  });
}

/** One value a name, the first: what is sent twice is no form of ours. */
function formOf({ body }: { body: Form | null }): Form {
  const fields: [string, unknown][] = Object.entries(body ?? {});
  return Object.fromEntries(fields.map(([name, value]) => [name, [value].flat()[0] as string | undefined]));
}

function localeOf(form: Form, request: FastifyRequest): Locale {
  return parseLocale(form.locale ?? '') ?? localeOfRequest(request);
}

/** A form's fields as the body of the call; what the form did not have the call will ask for. */
function contactOf(form: Form, locale: Locale): object {
  const { name, email, phone, message, homeId, agentId, realtorId, recipientId, url, timeZone } = form;
  const typed = [form.slot1, form.slot2, form.slot3].filter((one) => one !== undefined && one !== '');
  const slots = typed.map((one) => ({ start: slotOf(one ?? '', timeZone ?? '') }));
  return {
    name: name?.trim(),
    email: email?.trim(),
    ...(phone?.trim() ? { phone: phone.trim() } : {}),
    message: message?.trim(),
    ...(homeId ? { homeId } : {}),
    ...(agentId ? { agentId } : {}),
    ...(realtorId ? { realtorId } : {}),
    ...(recipientId ? { recipientId } : {}),
    ...(slots.length === 0 ? {} : { slots }),
    consents: CONSENT_KINDS.flatMap((kind) => {
      const version = form[`version.${kind}`];
      return version === undefined ? [] : [{ kind, version, accepted: form[`consent.${kind}`] === '1' }];
    }),
    locale,
    ...(url ? { url: url.slice(0, 500) } : {}),
  };
}

/** What is no time, or on no clock that there is, goes on as it is and is refused by its field. */
function slotOf(typed: string, timeZone: string): string {
  try {
    return parseLocalTime(typed, timeZone) ?? typed;
  } catch {
    return typed;
  }
}

function page(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}

function unknown(reply: FastifyReply, locale: Locale, kind: 'receipt' | 'report'): FastifyReply {
  const say = sayer(locale);
  const text = `<p>${escapeHtml(say(`${kind}.unknown_text`))}</p>${linkTo(locale, '/', say('error.screen.main'))}`;
  return page(reply, 404, plainPage(locale, say(`${kind}.unknown_title`), text));
}

/** What was refused, field by field; the browser's way back has what was typed. */
function refused(
  reply: FastifyReply,
  locale: Locale,
  status: number,
  { statusMessage, data }: ErrorBody,
  from: string | undefined,
): FastifyReply {
  const say = sayer(locale);
  const fields = (data?.fields ?? []).map(({ field, reason }) => {
    const [name = ''] = field.replace(/^[/.]/, '').split(/[/.[\]]+/);
    const label = FIELD_WORDS[name];
    return `<li>${escapeHtml(`${label === undefined ? name : say(label)}: ${say(`reason.${reason}`)}`)}</li>`;
  });
  const back =
    from !== undefined && OWN_PATH.test(from)
      ? `<p><a href="${escapeHtml(from)}">${escapeHtml(say('error.screen.back'))}</a></p>`
      : '';
  const text =
    fields.length === 0
      ? `<p>${escapeHtml(statusMessage)}</p>${back}`
      : `<p>${escapeHtml(say('contact.plain_back'))}</p><ul>${fields.join('')}</ul>`;
  return page(reply, status, plainPage(locale, say('contact.plain_refused'), text));
}

/** Rule R19 without a script: the copy, who got it, what became of it, and the ways to take it back. */
function receiptPage(receipt: ReceiptAnswer, token: string, locale: Locale): string {
  const say = sayer(locale);
  const time = clockOf(locale);
  const { answeredBy, withdrawnAt, doNotContactAt } = receipt;
  const { name } = answeredBy;
  const steps = [
    [say('receipt.step.sent'), time(receipt.createdAt)],
    [
      say('receipt.step.delivered'),
      receipt.deliveredAt === null ? say('receipt.not_yet') : time(receipt.deliveredAt),
    ],
    ...(answeredBy.byMailOnly
      ? []
      : ([
          [
            say('receipt.step.opened'),
            receipt.openedAt === null ? say('receipt.not_yet') : time(receipt.openedAt),
          ],
          [
            say('receipt.step.answered'),
            receipt.answeredAt === null ? say('receipt.not_yet') : time(receipt.answeredAt),
          ],
        ] as const)),
    [say('receipt.step.withdrawn'), withdrawnAt === null ? null : time(withdrawnAt)],
  ] as const;
  const button = (step: 'withdraw' | 'stop', key: MessageKey) =>
    `<form method="post" action="/v1/receipt/${token}/${step}"><input type="hidden" name="locale" value="${locale}"><button>${escapeHtml(say(key))}</button></form>`;
  const replies = receipt.replies.map(
    ({ message, at }) => `<p>${escapeHtml(time(at))}</p><blockquote>${escapeHtml(message)}</blockquote>`,
  );
  const consents = receipt.consents.map(
    ({ text, accepted, revokedAt }) =>
      `<dt>${escapeHtml(say(accepted && revokedAt === null ? 'receipt.consent_yes' : 'receipt.consent_no'))}</dt><dd>${escapeHtml(text)}</dd>`,
  );
  const body = [
    `<p>${escapeHtml(say(receipt.message === null ? 'receipt.secret_no_text' : 'receipt.secret'))}</p>`,
    answeredBy.byMailOnly
      ? `<p>${escapeHtml(say('receipt.by_mail', { name, email: receipt.email }))}</p>`
      : '',
    `<h2>${escapeHtml(say('receipt.progress'))}</h2>`,
    plainFacts(steps),
    replies.length === 0 ? '' : `<h2>${escapeHtml(say('receipt.replies', { name }))}</h2>${replies.join('')}`,
    `<h2>${escapeHtml(say('receipt.recipient'))}</h2>`,
    plainFacts([
      [
        say('mail.label.to'),
        [
          name,
          say(`mail.role.${answeredBy.role}`),
          licenseText(answeredBy, locale),
          answeredBy.brokerName === name ? null : answeredBy.brokerName,
        ]
          .filter((line) => line !== null)
          .join('\n'),
      ],
    ]),
    `<h2>${escapeHtml(say('receipt.copy'))}</h2>`,
    receipt.message === null
      ? `<p>${escapeHtml(say('receipt.no_text'))}</p>`
      : `<blockquote>${escapeHtml(receipt.message)}</blockquote>`,
    plainFacts([
      [say('mail.label.home'), receipt.home?.label ?? null],
      [say('mail.label.from'), receipt.name],
      [say('mail.label.email'), receipt.email],
      [say('mail.label.phone'), receipt.phone],
    ]),
    `<h2>${escapeHtml(say('receipt.consents'))}</h2><dl>${consents.join('')}</dl>`,
    withdrawnAt === null ? button('withdraw', 'receipt.withdraw') : '',
    doNotContactAt === null
      ? button('stop', 'receipt.stop')
      : `<p>${escapeHtml(say('receipt.stopped_text', { name }))}</p>`,
  ];
  return plainPage(locale, say('receipt.sent_to', { name }), body.join(''));
}

interface Report {
  homeId: string;
  home: { label: string | null; path: string | null } | null;
  message: string | null;
  state: string;
  createdAt: string;
  answerBy: string;
  closedAt: string | null;
  answer: string | null;
}

function reportPage(report: Report, locale: Locale): string {
  const say = sayer(locale);
  const time = clockOf(locale);
  const isClosed = report.state === 'closed';
  const facts = plainFacts([
    [say('report.step.received'), time(report.createdAt)],
    [say(isClosed ? 'report.step.closed' : 'report.step.promised'), time(report.closedAt ?? report.answerBy)],
    [say('report.answer'), isClosed ? (report.answer ?? say('report.no_answer')) : null],
    [say('report.home'), report.home?.label ?? report.homeId],
    [say('report.message'), report.message],
  ]);
  const about = say(report.message === null ? 'report.no_text' : 'report.secret');
  const body = `<p>${escapeHtml(about)}</p>${facts}${
    report.home?.path == null ? '' : linkTo(locale, report.home.path, say('report.home'))
  }`;
  return plainPage(locale, say('report.status_title'), body);
}

function linkTo(locale: Locale, path: string, text: string): string {
  return `<p><a href="${escapeHtml(localePath(locale, path))}">${escapeHtml(text)}</a></p>`;
}

function sayer(locale: Locale) {
  return (key: MessageKey, values: Record<string, string | number> = {}) =>
    formatMessage(locale, key, values);
}

/** On California's clock, and said so: a page without a script does not know where it is read. */
function clockOf(locale: Locale): (at: string) => string {
  const format = new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', {
    dateStyle: locale === 'ko' ? 'long' : 'medium',
    timeStyle: 'long',
    timeZone: CALIFORNIA,
  });
  return (at) => format.format(new Date(at));
}
