import { createHmac } from 'node:crypto';
import formbody from '@fastify/formbody';
import { type ErrorBody, type ReceiptAnswer, ROUTES, type RouteResponse } from '@maru/contract';
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

const FORM_LIMIT = 64 * 1024;
/** Headers of the visitor that are passed to the API. */
const FORWARDED = [
  'host',
  'user-agent',
  'referer',
  'x-forwarded-for',
  'forwarded',
  'cf-connecting-ip',
] as const;
/** A path of this site. Browsers read a backslash as a slash and drop tabs and line breaks, so none is allowed. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;
/** Labels of fields in error messages; other fields appear by name. */
const FIELD_WORDS: Record<string, MessageKey> = {
  name: 'contact.name',
  email: 'contact.email',
  phone: 'profile.phone',
  message: 'contact.message',
  slots: 'contact.slots',
  reason: 'report.reason',
};

/**
 * Contacts and reports by plain forms, for browsers without script: POST /v1/contact and /v1/report call the API for the visitor
 * (with the same rate limits and checks) and redirect to the receipt; GET /v1/receipt/:token and /v1/report/:token are its pages without
 * script.
 */
export async function registerPlainForms(
  app: FastifyInstance,
  { settings, store }: Pick<Parts, 'settings' | 'store'>,
): Promise<void> {
  /**
   * The same form sent twice by one browser is one message. The same text from another browser is another one: its sender must not see
   * the first receipt. The key includes a secret, because the API accepts keys from anybody and a plain digest of a known text could be
   * computed.
   */
  const formKey = async (request: FastifyRequest, body: object): Promise<string> => {
    const sender = [addressKey(request.ip), request.headers['user-agent'] ?? ''];
    return createHmac('sha256', await store.secrets.load('plain-form'))
      .update(JSON.stringify([...sender, body]))
      .digest('hex');
  };
  /**
   * Calls the API with the address and headers of the visitor and responds with `then`, or with a page that shows the error. `kind`: the
   * page of a 404. `backTo`: path of the form.
   */
  const relay = async <Name extends keyof typeof ROUTES>(
    { request, reply, locale }: { request: FastifyRequest; reply: FastifyReply; locale: Locale },
    name: Name,
    own: { token?: string; body?: object; kind?: 'receipt' | 'report'; backTo?: string | undefined },
    then: (answer: RouteResponse<(typeof ROUTES)[Name]>) => FastifyReply,
  ): Promise<FastifyReply> => {
    const { headers, raw } = request;
    const { method, path } = ROUTES[name];
    const forwarded = FORWARDED.filter((header) => headers[header] !== undefined);
    const answer = await app.inject({
      method: method === 'GET' ? 'GET' : 'POST',
      url: path.replace(':token', encodeURIComponent(own.token ?? '')),
      remoteAddress: raw.socket.remoteAddress ?? '127.0.0.1',
      headers: {
        ...Object.fromEntries(forwarded.map((header) => [header, String(headers[header])])),
        'accept-language': locale,
        ...(own.body === undefined ? {} : { 'idempotency-key': await formKey(request, own.body) }),
      },
      ...(own.body === undefined ? {} : { payload: own.body }),
    });
    const status = answer.statusCode;
    if (status === 404 && own.kind !== undefined) return sendUnknown(reply, locale, own.kind);
    if (status >= 400) return sendRefusal(reply, locale, status, answer.json() as ErrorBody, own.backTo);
    return then(answer.json());
  };

  await app.register(async (scope) => {
    // Anything else than a form is 415.
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { bodyLimit: FORM_LIMIT });
    scope.addHook('onRequest', async (request) => {
      if (request.method === 'POST' && !isOwnOrigin(request, settings))
        throw new ApiError(403, 'foreign_origin');
    });
    scope.addHook('onSend', async (_, reply) => {
      reply.headers(PLAIN_PAGE_HEADERS);
    });

    /** `plain`: the page without script was asked for. */
    const leadTo = (reply: FastifyReply, locale: Locale, plain: string, page: string, form: Form) =>
      reply.redirect(form.plain === '1' ? `${plain}?locale=${locale}` : localePath(locale, page), 303);

    scope.post<{ Body: Form | null }>('/v1/contact', async (request, reply) => {
      const form = readForm(request);
      const locale = readLocale(form, request);
      const own = { body: readContact(form, locale), backTo: form.url };
      return await relay({ request, reply, locale }, 'contactAgent', own, ({ receipt: { token, path } }) =>
        leadTo(reply, locale, `/v1/receipt/${token}`, path, form),
      );
    });

    scope.post<{ Body: Form | null }>('/v1/report', async (request, reply) => {
      const form = readForm(request);
      const locale = readLocale(form, request);
      const { homeId, reason, message, email } = form;
      const body = { homeId, reason, message, locale, ...(email?.trim() ? { email: email.trim() } : {}) };
      const own = { body, backTo: form.url };
      return await relay({ request, reply, locale }, 'reportHome', own, ({ status: { token, path } }) =>
        leadTo(reply, locale, `/v1/report/${token}`, path, form),
      );
    });

    scope.get<{ Params: { token: string } }>('/v1/receipt/:token', async (request, reply) => {
      const locale = localeOfRequest(request);
      const { token } = request.params;
      const own = { token, kind: 'receipt' } as const;
      return await relay({ request, reply, locale }, 'findReceipt', own, (receipt) =>
        sendPage(reply, 200, receiptPage(receipt, token, locale)),
      );
    });

    scope.post<{ Params: { token: string; step: string }; Body: Form | null }>(
      '/v1/receipt/:token/:step',
      async (request, reply) => {
        const { token, step } = request.params;
        const locale = readLocale(readForm(request), request);
        if (step !== 'stop' && step !== 'withdraw') return sendUnknown(reply, locale, 'receipt');
        const call = step === 'stop' ? 'stopReceipt' : 'withdrawReceipt';
        return await relay({ request, reply, locale }, call, { token, kind: 'receipt' }, () =>
          reply.redirect(`/v1/receipt/${encodeURIComponent(token)}?locale=${locale}`, 303),
        );
      },
    );

    scope.get<{ Params: { token: string } }>('/v1/report/:token', async (request, reply) => {
      const locale = localeOfRequest(request);
      const own = { token: request.params.token, kind: 'report' } as const;
      return await relay({ request, reply, locale }, 'findReport', own, (report) =>
        sendPage(reply, 200, reportPage(report, locale)),
      );
    });
  });
}

/** The fields of a form; of repeated ones the first. */
function readForm({ body }: { body: Form | null }): Form {
  const fields: [string, unknown][] = Object.entries(body ?? {});
  return Object.fromEntries(fields.map(([name, value]) => [name, [value].flat()[0] as string | undefined]));
}

function readLocale(form: Form, request: FastifyRequest): Locale {
  return parseLocale(form.locale ?? '') ?? localeOfRequest(request);
}

/** The body of the API call; the API reports missing fields. */
function readContact(form: Form, locale: Locale): object {
  const { name, email, phone, message, homeId, agentId, realtorId, recipientId, url, timeZone } = form;
  const typed = [form.slot1, form.slot2, form.slot3].filter((one) => one !== undefined && one !== '');
  const slots = typed.map((one) => ({ start: readSlot(one ?? '', timeZone ?? '') }));
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

/** An invalid time is passed on unchanged, and the API rejects the field. */
function readSlot(typed: string, timeZone: string): string {
  try {
    return parseLocalTime(typed, timeZone) ?? typed;
  } catch {
    return typed;
  }
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}

function sendUnknown(reply: FastifyReply, locale: Locale, kind: 'receipt' | 'report'): FastifyReply {
  const say = sayer(locale);
  const text = `<p>${escapeHtml(say(`${kind}.unknown_text`))}</p>${linkTo(locale, '/', say('error.screen.main'))}`;
  return sendPage(reply, 404, plainPage(locale, say(`${kind}.unknown_title`), text));
}

/** Lists the rejected fields. The browser's back button shows the form with its input. */
function sendRefusal(
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
  return sendPage(reply, status, plainPage(locale, say('contact.plain_refused'), text));
}

/** Rule R19 without script: the message, its recipient, its state, and forms to withdraw it. */
function receiptPage(receipt: ReceiptAnswer, token: string, locale: Locale): string {
  const say = sayer(locale);
  const time = createClock(locale);
  const { answeredBy, withdrawnAt, doNotContactAt } = receipt;
  const { name } = answeredBy;
  const whenKnown = (at: string | null) => (at === null ? say('receipt.not_yet') : time(at));
  const steps: (readonly [string, string | null])[] = [
    [say('receipt.step.sent'), time(receipt.createdAt)],
    [say('receipt.step.delivered'), whenKnown(receipt.deliveredAt)],
  ];
  if (!answeredBy.byMailOnly) {
    steps.push([say('receipt.step.opened'), whenKnown(receipt.openedAt)]);
    steps.push([say('receipt.step.answered'), whenKnown(receipt.answeredAt)]);
  }
  steps.push([say('receipt.step.withdrawn'), withdrawnAt === null ? null : time(withdrawnAt)]);
  const button = (step: 'withdraw' | 'stop', key: MessageKey) =>
    `<form method="post" action="/v1/receipt/${token}/${step}"><input type="hidden" name="locale" value="${locale}"><button>${escapeHtml(say(key))}</button></form>`;
  const replies = receipt.replies.map(
    ({ message, at }) => `<p>${escapeHtml(time(at))}</p><blockquote>${escapeHtml(message)}</blockquote>`,
  );
  const consents = receipt.consents.map(
    ({ text, accepted, revokedAt }) =>
      `<dt>${escapeHtml(say(accepted && revokedAt === null ? 'receipt.consent_yes' : 'receipt.consent_no'))}</dt><dd>${escapeHtml(text)}</dd>`,
  );
  const recipient = [
    name,
    say(`mail.role.${answeredBy.role}`),
    licenseText(answeredBy, locale),
    answeredBy.brokerName === name ? null : answeredBy.brokerName,
  ];
  const body = [
    paragraph(say(receipt.message === null ? 'receipt.secret_no_text' : 'receipt.secret')),
    answeredBy.byMailOnly ? paragraph(say('receipt.by_mail', { name, email: receipt.email })) : '',
    subheading(say('receipt.progress')),
    plainFacts(steps),
    replies.length === 0 ? '' : `<h2>${escapeHtml(say('receipt.replies', { name }))}</h2>${replies.join('')}`,
    subheading(say('receipt.recipient')),
    plainFacts([[say('mail.label.to'), recipient.filter((line) => line !== null).join('\n')]]),
    subheading(say('receipt.copy')),
    receipt.message === null
      ? paragraph(say('receipt.no_text'))
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
      : paragraph(say('receipt.stopped_text', { name })),
  ];
  return plainPage(locale, say('receipt.sent_to', { name }), body.join(''));
}

function reportPage(report: RouteResponse<typeof ROUTES.findReport>, locale: Locale): string {
  const say = sayer(locale);
  const time = createClock(locale);
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

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function subheading(text: string): string {
  return `<h2>${escapeHtml(text)}</h2>`;
}

/** In California's time, with the zone's name: the visitor's zone is unknown without script. */
function createClock(locale: Locale): (at: string) => string {
  const format = new Intl.DateTimeFormat(locale === 'ko' ? 'ko-KR' : 'en-US', {
    dateStyle: locale === 'ko' ? 'long' : 'medium',
    timeStyle: 'long',
    timeZone: CALIFORNIA,
  });
  return (at) => format.format(new Date(at));
}
