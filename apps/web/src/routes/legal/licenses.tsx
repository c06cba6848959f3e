import { useWords } from '../../i18n/words.tsx';
import { DependencyTable } from '../../legal/dependency-table.tsx';
import { LegalPage } from '../../legal/legal-page.tsx';
import type { LegalPayload } from '../../legal/legal-text.ts';
import { loadPayload } from '../../legal/payload.ts';
import { FeedClockTable } from '../../listing/card/feed-clock-table.tsx';
import { definePage, type LoaderContext, type PageHead } from '../../site/page-module.ts';

export const page = definePage({ loader, head, Page });

function loader({ locale, signal }: LoaderContext): Promise<LegalPayload> {
  return loadPayload('licenses', locale, signal);
}

function head({ text }: LegalPayload): PageHead {
  return { title: text.title, description: text.introduction[0], canonical: '/licenses' };
}

function Page({ data: { text, dependencies = [] } }: { data: LegalPayload }) {
  return (
    <LegalPage text={text}>
      <DependencyTable dependencies={dependencies} />
      <LegalSectionOfSources />
    </LegalPage>
  );
}

/** The age of each listing source, requested by the browser: the page itself is prerendered. */
function LegalSectionOfSources() {
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
