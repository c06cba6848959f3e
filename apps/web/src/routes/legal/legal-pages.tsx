import { localePath } from '@maru/words';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { LegalPage } from '../../legal/legal-page.tsx';
import type { Dependency, LegalName, LegalPayload } from '../../legal/legal-text.ts';
import { FeedClockTable } from '../../listing/card/feed-clock-table.tsx';
import { definePage, type LoaderContext } from '../../site/page-module.ts';
import { Section } from '../../ui/section.tsx';

export const pages = {
  accessibility: defineLegalPage('accessibility'),
  licenses: defineLegalPage('licenses', ({ dependencies = [] }) => (
    <>
      <DependencyTable dependencies={dependencies} />
      <SourceTable />
    </>
  )),
  'privacy-policy': defineLegalPage('privacy-policy'),
  'terms-of-use': defineLegalPage('terms-of-use'),
} satisfies Record<LegalName, unknown>;

/** The page of a legal text; `renderEnd` adds content at its end. */
function defineLegalPage(name: LegalName, renderEnd?: (payload: LegalPayload) => ReactNode) {
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
  if (import.meta.env.SSR) return (await import('../../legal/payload-source.ts')).legalPayload(name, locale);
  const response = await fetch(localePath(locale, `/${name}/_payload.json`), { signal });
  if (!response.ok) throw new Error('Network Error');
  return (await response.json()) as LegalPayload;
}

/** Every package that the site runs on, with its license; each name leads to its source. */
function DependencyTable({ dependencies }: { dependencies: readonly Dependency[] }) {
  const { t } = useWords();
  return (
    <Section
      id="packages"
      title={t('legal.packages', { count: dependencies.length })}
      titleClass="font-semibold text-xl"
      className="mt-8"
    >
      <table className="mt-3 w-full border-collapse text-sm">
        <thead>
          <tr className="border-line-strong border-b">
            <th scope="col" className="py-2 pr-4 text-left font-semibold">
              {t('legal.package')}
            </th>
            <th scope="col" className="py-2 text-left font-semibold">
              {t('legal.license')}
            </th>
          </tr>
        </thead>
        <tbody lang="en">
          {dependencies.map(({ name, version, license, url }) => (
            <tr key={`${name}@${version}`} className="border-line border-b">
              <th scope="row" className="break-all py-2 pr-4 text-left font-normal">
                {url === undefined ? (
                  name
                ) : (
                  <a href={url} rel="noopener" className="inline-block py-1 underline underline-offset-4">
                    {name}
                  </a>
                )}{' '}
                <span className="tabular text-quiet">{version}</span>
              </th>
              <td className="py-2">{license}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** The age of each listing source, requested by the browser: the page itself is prerendered. */
function SourceTable() {
  const { t } = useWords();
  return (
    <Section id="sources" title={t('clock.title')} titleClass="mb-3 font-semibold text-xl" className="mt-10">
      <FeedClockTable />
    </Section>
  );
}
