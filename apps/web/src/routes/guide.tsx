import type { MessageKey } from '@maru/words';
import { useWords, type Words } from '../i18n/words.tsx';
import { formatDay } from '../listing/facts/home-dates.ts';
import { GUIDE_AS_OF, GUIDE_TOPICS, type GuideTopic } from '../listing/renting/guide-topics.ts';
import { definePage, type PageHead } from '../site/page-module.ts';
import { PageMain } from '../ui/frame/page-main.tsx';
import { SourceLink } from '../ui/source-link.tsx';
import { TextLink } from '../ui/text-link.tsx';

export const page = definePage({ loader, head, Page });

/** The date of the content. Without data the page would have the default head of the table. */
function loader(): { asOf: string } {
  return { asOf: GUIDE_AS_OF };
}

function head(_data: unknown, { words }: { words: Words }): PageHead {
  return { title: words.t('guide.title'), description: words.t('guide.intro'), canonical: '/guide' };
}

/** Renting, buying, taxes and money from Korea, on one page, each with its sources (rule R83). */
function Page({ data: { asOf } }: { data: ReturnType<typeof loader> }) {
  const { t, locale } = useWords();
  return (
    <PageMain className="max-w-[800px] px-4 py-10 md:px-6">
      <h1 className="font-bold text-3xl leading-tight">{t('guide.title')}</h1>
      <p className="mt-3 text-lg">{t('guide.intro')}</p>
      <nav aria-label={t('guide.contents')} className="mt-5">
        <ul className="flex flex-wrap gap-x-5">
          {GUIDE_TOPICS.map(({ id }) => (
            <li key={id}>
              <TextLink href={`#${id}`}>{t(`guide.${id}.title`)}</TextLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-6 space-y-10">
        {GUIDE_TOPICS.map((topic) => (
          <Topic key={topic.id} topic={topic} />
        ))}
      </div>
      <p className="mt-10">
        <TextLink path="/renter-kit">{t('guide.kit')}</TextLink>
      </p>
      <p className="text-quiet text-sm">{t('guide.no_advice', { date: formatDay(asOf, 'UTC', locale) })}</p>
    </PageMain>
  );
}

function Topic({ topic: { id, steps, sources } }: { topic: GuideTopic }) {
  const { t } = useWords();
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="scroll-mt-6">
      <h2 id={`${id}-title`} className="font-bold text-2xl">
        {t(`guide.${id}.title`)}
      </h2>
      <p className="mt-2">{t(`guide.${id}.text`)}</p>
      {steps === 0 ? null : (
        <ol className="mt-3 list-decimal space-y-2 pl-6">
          {Array.from({ length: steps }, (_, at) => `guide.${id}.step${at + 1}` as MessageKey).map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
      )}
      <p className="mt-3 text-quiet text-sm">
        {t('guide.sources')}{' '}
        {sources.map(({ name, url }, index) => (
          <span key={url}>
            {index === 0 ? '' : ' · '}
            <SourceLink href={url}>{name}</SourceLink>
          </span>
        ))}
      </p>
    </section>
  );
}
