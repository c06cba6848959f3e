import { ApiError } from '@maru/contract/client';
import type { Words } from '../i18n/words.tsx';

/** The reason of a failed API call as a message: the server's own, if it sent one. */
export function whyFailed(error: unknown, { t }: Pick<Words, 't'>): string {
  if (error instanceof ApiError && error.body.statusMessage !== '') return error.body.statusMessage;
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (message === 'Network Error') return t('error.offline');
  return t(name === 'TimeoutError' ? 'error.unavailable' : 'error.internal');
}
