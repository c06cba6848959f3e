import type { ErrorBody } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import type { MessageKey } from '@maru/words';

const PREFIX = 'page-error:';

/**
 * An error for the error screen. Only `message` reaches the browser from the server's rendering, so it contains the
 * whole body; `cause` stays on the server.
 */
export class PageError extends ApiError {
  constructor(body: ErrorBody, cause: unknown) {
    super(body);
    this.name = 'PageError';
    const { statusCode, statusMessage, data } = body;
    this.message = PREFIX + JSON.stringify({ statusCode, statusMessage, data });
    this.cause = cause;
  }
}

/** The body of any error, for the error screen. */
export function readErrorBody(error: unknown): Pick<ErrorBody, 'statusCode' | 'statusMessage' | 'data'> {
  if (error instanceof ApiError) return error.body;
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith(PREFIX)) {
    try {
      return JSON.parse(message.slice(PREFIX.length)) as ErrorBody;
    } catch {
      // Not an error of this API: handled as any other error.
    }
  }
  return { statusCode: 500, statusMessage: '' };
}

/** Used without a `statusMessage` in the page's language; Korean in both languages (rule S8.1). */
const SPEC_DEFAULTS = {
  homeNotFound: '요청하신 매물을 찾을 수 없습니다.',
  invalidRequest: '잘못된 요청입니다.',
} as const;

interface ErrorWords {
  message: string;
  /** Set if it is not the page's language. */
  lang?: 'ko';
  /** The id of a home that is gone, else the status code. */
  detail: { homeId: string } | { code: number };
}

type Failure = Pick<ErrorBody, 'statusCode' | 'statusMessage' | 'data'>;

/** The text of the error screen (rule S8.1). `path`: the address, if no route has it. */
export function chooseErrorWords(
  failure: Failure,
  t: (key: MessageKey, values?: Record<string, string>) => string,
  path?: string,
): ErrorWords {
  const { statusCode: code, statusMessage, data } = failure;
  const homeId = data?.homeId;
  const said = (fallback: keyof typeof SPEC_DEFAULTS): Pick<ErrorWords, 'message' | 'lang'> =>
    statusMessage !== '' ? { message: statusMessage } : { message: SPEC_DEFAULTS[fallback], lang: 'ko' };

  if (code === 404 && homeId !== undefined) return { ...said('homeNotFound'), detail: { homeId } };
  if (code >= 400 && code < 500) {
    if (homeId !== undefined) return { ...said('invalidRequest'), detail: { code } };
    // The list was valid, but is no longer shared.
    if (data?.code === 'shortlist_not_found') return { message: statusMessage, detail: { code } };
    const message = path === undefined ? t('error.screen.not_found') : t('error.not_found', { path });
    return { message, detail: { code } };
  }
  return { message: statusMessage || t('error.internal'), detail: { code } };
}
