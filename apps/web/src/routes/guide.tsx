import type { MessageKey } from '@maru/words';
import { useWords, type Words } from '../i18n/words.tsx';
import { formatDay } from '../listing/facts/home-dates.ts';
import { definePage, type PageHead } from '../site/page-module.ts';
import { PageMain } from '../ui/frame/page-main.tsx';
import { TextLink } from '../ui/site-link.tsx';
import { SourceLink } from '../ui/source-link.tsx';

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

/** The date on which the sources were last read. */
const GUIDE_AS_OF = '2026-11-21';

type GuideTopic = (typeof GUIDE_TOPICS)[number];

/**
 * Differences from Korea (rule R83), each with its sources. Their messages are `guide.<id>.title`, `guide.<id>.text` and
 * `guide.<id>.step1` to `guide.<id>.step<steps>`.
 */
const GUIDE_TOPICS = [
  {
    id: 'rent',
    steps: 4,
    sources: [
      {
        name: 'California Civil Code § 1950.5',
        url: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1950.5',
      },
      {
        name: 'California Department of Real Estate, tenant guide',
        url: 'https://www.dre.ca.gov/publications/california_tenants_guide.html',
      },
    ],
  },
  {
    id: 'buy',
    steps: 6,
    sources: [
      {
        name: 'Consumer Financial Protection Bureau, buying a house',
        url: 'https://www.consumerfinance.gov/owning-a-home/',
      },
      {
        name: 'California Civil Code § 1670.50 (AB 2992)',
        url: 'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=1670.50',
      },
    ],
  },
  {
    id: 'tax',
    steps: 4,
    sources: [
      {
        name: 'California State Board of Equalization, Proposition 13',
        url: 'https://www.boe.ca.gov/proptaxes/prop13.htm',
      },
      {
        name: 'California State Board of Equalization, supplemental assessment',
        url: 'https://www.boe.ca.gov/proptaxes/suppassessment.htm',
      },
    ],
  },
  {
    id: 'money',
    steps: 3,
    sources: [
      { name: 'Financial Supervisory Service (Korea)', url: 'https://www.fss.or.kr' },
      { name: 'Woori Bank', url: 'https://www.wooribank.com' },
    ],
  },
  {
    id: 'sell',
    steps: 0,
    sources: [
      {
        name: 'Internal Revenue Service, FIRPTA withholding',
        url: 'https://www.irs.gov/individuals/international-taxpayers/firpta-withholding',
      },
      {
        name: 'California Franchise Tax Board, real estate withholding',
        url: 'https://www.ftb.ca.gov/pay/withholding/real-estate-withholding.html',
      },
    ],
  },
  {
    id: 'schools',
    steps: 0,
    sources: [{ name: 'California School Dashboard', url: 'https://www.caschooldashboard.org' }],
  },
] as const;
