import type { SourceAnswer, VideoAnswer } from '@maru/contract';
import { formatNumber, LANGUAGE_TAGS } from '@maru/words';
import type { ComponentType } from 'react';
import { UserText } from '../contact/user-text.tsx';
import { localName, useWords } from '../i18n/words.tsx';
import { licenseText } from '../listing/card/attribution.tsx';
import { NamedIcon } from '../ui/icons/named-icon.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { type AgentOnFront, COLLECTIONS, type FrontData, type LaterSection } from './front-data.ts';
import { Section } from './section.tsx';

const PARTS: Record<LaterSection, ComponentType<FrontData>> = {
  places: Places,
  collections: Collections,
  agents: KoreanAgents,
  videos: Videos,
  newcomers: Newcomers,
  feeds: Feeds,
};

/** The sections below the first, in the owner's order. */
export default function LaterSections({ names, data }: { names: readonly LaterSection[]; data: FrontData }) {
  return names.map((name) => {
    const Part = PARTS[name];
    return <Part key={name} {...data} />;
  });
}

/** Places with both names and their number of homes for sale. */
function Places({ places }: FrontData) {
  const { t, locale } = useWords();
  if (places.length === 0) return null;
  return (
    <Section
      id="places"
      title={t('front.places')}
      note={t('front.places_note')}
      className="drawn-when-near [--about:790px] sm:[--about:426px] lg:[--about:334px]"
    >
      <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3 lg:grid-cols-4">
        {places.map((one) => (
          <li key={one.slug} className="border-line border-b">
            <SiteLink
              path={`/homes/for_sale/${one.slug}`}
              className="flex min-h-12 items-center justify-between gap-3 py-2 hover:text-primary-text"
            >
              <span className="min-w-0">
                <span className="font-medium">
                  {localName(one, { locale })}
                  {places.filter(({ name }) => name === one.name).length > 1 ? stateSuffix(one.slug) : ''}
                </span>{' '}
                {one.nameKo === null ? null : (
                  <span
                    lang={LANGUAGE_TAGS[locale === 'ko' ? 'en' : 'ko']}
                    className="block text-quiet text-sm sm:ml-1 sm:inline"
                  >
                    {locale === 'ko' ? one.name : one.nameKo}
                  </span>
                )}
              </span>
              {one.sale === null ? null : (
                <span className="tabular shrink-0 text-quiet">{formatNumber(locale, one.sale, 0)}</span>
              )}
            </SiteLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** ", AZ", to tell cities of the same name apart; a city's slug ends with its state. */
const stateSuffix = (slug: string) => /-[a-z]{2}$/.exec(slug)?.[0].replace('-', ', ').toUpperCase() ?? '';

/** Common searches with their number of results. */
function Collections({ collections, area }: FrontData) {
  const { t, locale } = useWords();
  if (collections.length === 0 || area === null) return null;
  return (
    <Section id="collections" title={t('front.collections', { place: localName(area, { locale }) })}>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {COLLECTIONS.map(({ name, icon, searchType, filters }) => {
          const count = collections.find((one) => one.name === name)?.count;
          return count === undefined ? null : (
            <li key={name}>
              <SiteLink path={`/homes/for_${searchType}/${area.slug}?${filters}`} className={TILE}>
                <NamedIcon name={icon} size={24} className="text-primary-text" />
                <span className="font-semibold">{t(`front.collection.${name}`)}</span>
                <span className="tabular text-quiet text-sm">{t('search.count', { count })}</span>
              </SiteLink>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Agents by number of homes, as in the finder; those chosen by the owner first, marked as such. */
function KoreanAgents({ agents }: FrontData) {
  const { t } = useWords();
  if (agents.length === 0) return null;
  return (
    <Section
      id="agents"
      title={t('front.agents')}
      note={t('front.agents_note')}
      more={{ path: '/_maru_agent?language=ko', text: t('front.agents_all') }}
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {agents.map((agent) => (
          <li key={agent.agentId}>
            <AgentTile agent={agent} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function AgentTile({ agent }: { agent: AgentOnFront }) {
  const words = useWords();
  const { t, locale } = words;
  const { name, nameKo, licenseNumber, licenseState, brokerName, officeName, homesListed, picture } = agent;
  const [first] = [...name.trim()];
  const shown = localName(agent, { locale });
  const other = nameKo === null ? null : locale === 'ko' ? name : nameKo;
  const license = licenseText(licenseNumber, licenseState, words);
  return (
    <SiteLink
      path={`/_maru_agent?id=${encodeURIComponent(agent.agentId)}`}
      className={`${TILE} justify-start! h-full flex-row! items-start gap-3!`}
    >
      {picture === null ? (
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-chip bg-primary-soft font-semibold text-lg text-primary-text uppercase"
        >
          {first ?? ''}
        </span>
      ) : (
        <img
          src={picture}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          className="size-12 shrink-0 rounded-chip bg-sunken object-cover"
        />
      )}
      <span className="min-w-0">
        <span className="block font-semibold">
          {shown}{' '}
          {other === null ? null : (
            <span
              lang={LANGUAGE_TAGS[locale === 'ko' ? 'en' : 'ko']}
              className="ml-0.5 font-normal text-quiet"
            >
              {other}
            </span>
          )}
        </span>
        {license === '' ? null : <span className="tabular block text-sm">{license}</span>}
        <span className="block text-sm">{brokerName ?? officeName}</span>
        <span className="tabular block text-quiet text-sm">
          {[agent.isFeatured ? t('front.chosen') : '', t('front.agent_homes', { count: homesListed })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    </SiteLink>
  );
}

/** Links to the realtors' pages, where a video plays on press: YouTube receives no request before (rule R73). */
function Videos({ videos }: { videos: readonly VideoAnswer[] }) {
  const words = useWords();
  const { t, locale } = words;
  const shown = videos.filter(({ realtor }) => realtor !== null);
  if (shown.length === 0) return null;
  return (
    <Section
      id="videos"
      title={t('front.videos')}
      more={{ path: '/_maru_agent?view=videos', text: t('front.videos_all') }}
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {shown.map(({ videoId, title, picture, places, captions, realtor }) => (
          <li key={videoId}>
            <SiteLink
              path={`/_maru_agent?id=${encodeURIComponent(realtor?.realtorId ?? '')}`}
              className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface hover:shadow-float"
            >
              <span className="relative block aspect-video bg-linear-to-br from-primary-soft to-sunken">
                {picture === null ? null : (
                  <img
                    src={picture}
                    alt=""
                    width={480}
                    height={270}
                    loading="lazy"
                    className="absolute inset-0 size-full object-cover"
                  />
                )}
                <span
                  aria-hidden="true"
                  className="absolute inset-0 m-auto grid size-12 place-items-center rounded-chip bg-surface pl-1 text-primary-text shadow-float"
                >
                  <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                    <path d="M6 4.5v15l13-7.500z" fill="currentColor" />
                  </svg>
                </span>
              </span>
              <span className="flex grow flex-col gap-0.5 p-4">
                <span className="font-semibold">
                  {title === null && realtor !== null ? (
                    t('front.video_untitled', { name: localName(realtor, words) })
                  ) : (
                    <UserText text={title ?? ''} />
                  )}
                </span>
                <span className="text-quiet text-sm">
                  {[
                    ...places.map((place) => localName(place, { locale })),
                    captions.includes('ko') ? t('front.captions_ko') : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {realtor === null ? null : (
                  <span className="mt-auto pt-1 text-sm">
                    {[
                      localName(realtor, words),
                      licenseText(realtor.licenseNumber, realtor.licenseState, words),
                      realtor.brokerName,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                )}
              </span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const HELP = [
  { path: '/renter-kit', name: 'kit' },
  { path: '/guide', name: 'guide' },
  { path: '/my-page?tab=family', name: 'family' },
] as const;

/** Help for newcomers to the country. */
function Newcomers() {
  const { t } = useWords();
  return (
    <Section id="newcomers" title={t('front.newcomers')}>
      <ul className="grid gap-3 sm:grid-cols-3">
        {HELP.map(({ path, name }) => (
          <li key={name}>
            <SiteLink path={path} className={`${TILE} h-full`}>
              <span className="font-semibold">{t(`front.help.${name}`)}</span>
              <span className="text-quiet text-sm">{t(`front.help.${name}_text`)}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The age of each feed (rule R71); details are in the source notes below. */
function Feeds({ sources, now }: { sources: readonly SourceAnswer[]; now: number }) {
  const { t } = useWords();
  if (sources.length === 0) return null;
  return (
    <Section id="feeds" title={t('front.feeds')} note={t('front.feeds_note')}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {sources.map(({ dataset, source, asOf, stale }) => (
          <li key={dataset} className="rounded-card border border-line bg-surface p-4">
            <p className="font-semibold">{source}</p>
            <p className={`tabular text-sm ${stale ? 'font-medium text-warn' : 'text-good'}`}>
              {asOf === null
                ? t('source.never')
                : t(stale ? 'front.feed_late' : 'front.feed_fresh', {
                    minutes: Math.max(0, Math.round((now - Date.parse(asOf)) / 60_000)),
                  })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const TILE =
  'flex min-h-20 flex-col justify-center gap-0.5 rounded-card border border-line bg-surface px-4 py-3 hover:border-primary';
