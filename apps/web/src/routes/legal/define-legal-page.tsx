import { localePath } from '@maru/words';
import type { ReactNode } from 'react';
import { LegalPage } from '../../legal/legal-page.tsx';
import type { LegalName, LegalPayload } from '../../legal/legal-text.ts';
import { definePage, type LoaderContext } from '../../site/page-module.ts';

/** The page of a legal text; `renderEnd` adds content at its end. */
export function defineLegalPage(name: LegalName, renderEnd?: (payload: LegalPayload) => ReactNode) {
  return definePage({
    loader: ({ locale, signal }: LoaderContext) => loadPayload(name, locale, signal),
    head: ({ text }) => ({ title: text.title, description: text.introduction[0], canonical: `/${name}` }),
    Page: ({ data }) => <LegalPage text={data.text}>{renderEnd?.(data)}</LegalPage>,
  });
}

/**
 * Loads a legal text: on the server from the bundle, in the browser from the file that the build writes beside the page
 * (rule S7.4).
 */
async function loadPayload(
  name: LegalName,
  locale: LoaderContext['locale'],
  signal: AbortSignal,
): Promise<LegalPayload> {
  if (import.meta.env.SSR) return (await import('../../legal/payload-source.ts')).payloadOf(name, locale);
  const response = await fetch(localePath(locale, `/${name}/_payload.json`), { signal });
  if (!response.ok) throw new Error('Network Error');
  return (await response.json()) as LegalPayload;
}
