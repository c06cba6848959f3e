import { type Locale, localePath } from '@maru/words';
import type { LegalName, LegalPayload } from './legal-text.ts';

/**
 * What a legal page is made of. On the server it lies in the bundle; the browser, when it goes to the page within the
 * site, fetches the file that the build has put beside it (rule S7.4).
 */
export async function loadPayload(
  name: LegalName,
  locale: Locale,
  signal: AbortSignal,
): Promise<LegalPayload> {
  if (import.meta.env.SSR) return (await import('./payload-source.ts')).payloadOf(name, locale);
  const answer = await fetch(localePath(locale, `/${name}/_payload.json`), { signal });
  if (!answer.ok) throw new Error('Network Error');
  return (await answer.json()) as LegalPayload;
}
