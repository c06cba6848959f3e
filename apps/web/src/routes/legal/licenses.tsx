import { useWords } from '../../i18n/words.tsx';
import type { Dependency } from '../../legal/legal-text.ts';
import { FeedClockTable } from '../../listing/card/feed-clock-table.tsx';
import { defineLegalPage } from './define-legal-page.tsx';

export const page = defineLegalPage('licenses', ({ dependencies = [] }) => (
  <>
    <DependencyTable dependencies={dependencies} />
    <SourceTable />
  </>
));

/** Every package that the site runs on, with its license; each name leads to its source. */
function DependencyTable({ dependencies }: { dependencies: readonly Dependency[] }) {
  const { t } = useWords();
  return (
    <section aria-labelledby="packages" className="mt-8">
      <h2 id="packages" className="font-semibold text-xl">
        {t('legal.packages', { count: dependencies.length })}
      </h2>
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
    </section>
  );
}

/** The age of each listing source, requested by the browser: the page itself is prerendered. */
function SourceTable() {
  const { t } = useWords();
  return (
    <section aria-labelledby="sources" className="mt-10">
      <h2 id="sources" className="mb-3 font-semibold text-xl">
        {t('clock.title')}
      </h2>
      <FeedClockTable />
    </section>
  );
}
