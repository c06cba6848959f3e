import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERROR_STATUS, type ErrorCode } from '@maru/contract';
import { LOCALES, type Locale, localeOfPath, parseLocale } from '@maru/words';
import type { Settings } from '../env.ts';
import { plainFault } from '../http/plain-page.ts';
import { errorBody } from '../plugins/errors.ts';
import { securityHeaders } from '../plugins/headers.ts';
import { extractPath } from './request-class.ts';

type Send = (request: IncomingMessage, response: ServerResponse, headers: Record<string, string>) => void;

/**
 * Sends one error of the API without the application: as the one error shape, or as a page to a browser that asks for one, in
 * the language of the page or the browser. Each body is made once, so that a refusal costs next to nothing.
 */
export function refusals(
  settings: Pick<Settings, 'mode' | 'corsOrigins' | 'publicUrl'>,
  code: ErrorCode,
): Send {
  const status = ERROR_STATUS[code];
  const shared = { ...securityHeaders(settings), 'cache-control': 'no-store' };
  const createForm = (body: Buffer, more: Record<string, string>) => ({
    body,
    headers: { ...shared, ...more, 'content-length': String(body.length) },
  });
  const made = (locale: Locale, method: string) => {
    const body = errorBody(locale, status, code, {}, { method });
    return {
      api: createForm(Buffer.from(JSON.stringify(body)), {
        'content-type': 'application/json; charset=utf-8',
      }),
      page: createForm(Buffer.from(plainFault(locale, body.statusMessage, status)), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      }),
    };
  };
  const allMade = (method: string) =>
    Object.fromEntries(LOCALES.map((locale) => [locale, made(locale, method)])) as Record<
      Locale,
      ReturnType<typeof made>
    >;
  // The message of one code names the method; Node accepts about 35 of them.
  const namesMethod = code === 'method_not_allowed';
  const formsByMethod = new Map(namesMethod ? [] : [['', allMade('')]]);
  const createForms = (method: string) => {
    const key = namesMethod ? method : '';
    const forms = formsByMethod.get(key) ?? allMade(key);
    formsByMethod.set(key, forms);
    return forms;
  };
  const own = new URL(settings.publicUrl).origin;
  return ({ headers, method, url = '/' }, response, more) => {
    const isPage = !url.startsWith('/maru/') && (headers.accept ?? '').includes('text/html');
    const preferred = headers['accept-language']?.slice(0, 40).split(/[,;]/)[0];
    const locale = isPage ? localeOfPath(extractPath(url)) : (parseLocale(preferred) ?? 'en');
    const form = createForms(method ?? 'GET')[locale][isPage ? 'page' : 'api'];
    // The unread rest of a body must not be parsed as the next request.
    if (method !== 'GET' && method !== 'HEAD') response.shouldKeepAlive = false;
    const { origin } = headers;
    const allowed =
      origin !== undefined && settings.corsOrigins.includes(origin)
        ? {
            'access-control-allow-origin': origin,
            'access-control-expose-headers': 'ratelimit, ratelimit-policy, retry-after',
            ...(origin === own ? { 'access-control-allow-credentials': 'true' } : {}),
          }
        : {};
    const vary = settings.corsOrigins.length > 0 ? { vary: 'Origin' } : {};
    response.writeHead(status, { ...form.headers, ...vary, ...allowed, ...more });
    response.end(method === 'HEAD' ? undefined : form.body);
  };
}
