import type { ErrorBody } from '@maru/contract';
import type { MessageKey } from '@maru/words';

/**
 * What the error screen says, by status (rule S8.1). The API and the loaders set `statusMessage` in the
 * page's language; the literals below stand where there is none, and are Korean in both languages, as the
 * specification has them.
 */
const SPEC_DEFAULTS = {
  homeNotFound: '요청하신 매물을 찾을 수 없습니다.',
  invalidRequest: '잘못된 요청입니다.',
} as const;

export interface ErrorWords {
  message: string;
  /** Where the message is in another language than the page. */
  lang?: 'ko';
  /** The home's id for a home that is gone, the status code for the rest. */
  detail: { homeId: string } | { code: number };
}

type Failure = Pick<ErrorBody, 'statusCode' | 'statusMessage' | 'data'>;

/** `path` is the address of a page that does not exist at all, undefined for one whose content was not found. */
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
    const message = path === undefined ? t('error.screen.not_found') : t('error.not_found', { path });
    return { message, detail: { code } };
  }
  return { message: statusMessage || t('error.internal'), detail: { code } };
}
