import type { AgentAnswer, HomeCardAnswer, VideoAnswer } from '@maru/contract';
import { searchPath } from '@maru/listing/search';
import type { ReactNode } from 'react';
import { languageText, orderNames, responseText } from '../contact/agent-words.ts';
import { UserText } from '../contact/user-text.tsx';
import { VideoCard } from '../contact/video-card.tsx';
import { Original } from '../contact/who-answers.tsx';
import { localName, useWords } from '../i18n/words.tsx';
import { addressLine } from '../listing/card/card-words.ts';
import { KrwCard } from '../listing/card/krw-card.tsx';
import { formatDay } from '../listing/facts/home-dates.ts';
import { PageMain } from '../ui/frame/page-main.tsx';
import { ArrowLeftIcon, PhoneIcon } from '../ui/icons/icons.tsx';
import { Section } from '../ui/section.tsx';
import { SiteLink, TextLink } from '../ui/site-link.tsx';
import { AgentPicture } from './agent-picture.tsx';
import { videoSearchPath } from './agent-search.ts';
import { AskAgent } from './ask-agent.tsx';
import { LicenseLine } from './license-line.tsx';

export interface AgentDetailProps {
  agent: AgentAnswer;
  listed: { total: number; homes: readonly HomeCardAnswer[] };
  /** Null where the license of the data does not allow it. */
  sold: { total: number; homes: readonly { closeDate: string | null; home: HomeCardAnswer | null }[] } | null;
  videos: readonly VideoAnswer[];
  hasMoreVideos: boolean;
  /** ms UTC. */
  now: number;
}

/** One agent: contact, license, biography, homes offered and sold, videos. */
export function AgentDetail({ agent, listed, sold, videos, hasMoreVideos, now }: AgentDetailProps) {
  const words = useWords();
  const { t, locale } = words;
  const { first, second } = orderNames(agent, locale);
  const { office } = agent;
  return (
    <PageMain className="max-w-[1180px] px-4 py-4 md:px-6 md:py-8">
      <p>
        <SiteLink
          path="/_maru_agent"
          className="-ml-2 inline-flex min-h-11 items-center gap-2 px-2 font-medium text-primary-text print:hidden"
        >
          <ArrowLeftIcon size={18} />
          {t('agents.back')}
        </SiteLink>
      </p>
      <div className="mt-2 lg:grid lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-x-12">
        <header className="flex flex-wrap items-center gap-5">
          <AgentPicture
            name={first}
            picture={agent.picture}
            size={112}
            alt={t('agents.photo', { name: first })}
          />
          <div>
            <h1 className="font-bold text-2xl leading-tight md:text-3xl">
              <Original text={first} />{' '}
              {second === null ? null : (
                <span className="ml-2 font-normal text-lg text-quiet">
                  <Original text={second} />
                </span>
              )}
            </h1>
            {agent.brokerName === null ? null : (
              <p className="mt-1 text-lg">
                <Original text={agent.brokerName} />
              </p>
            )}
            <div className="mt-1">
              <LicenseLine agent={agent} withLink />
            </div>
          </div>
        </header>
        <aside className="mt-6 self-start lg:sticky lg:top-4 lg:row-span-2 lg:mt-0">
          <AskAgent agent={agent} />
          <dl className="mt-4 space-y-3 rounded-card border border-line bg-surface p-5">
            <Fact label={t('agents.response')}>
              <Response agent={agent} />
            </Fact>
            {agent.brokerName === null ? null : (
              <Fact label={t('agents.broker')}>
                <Original text={agent.brokerName} />
              </Fact>
            )}
            {office === null ? null : (
              <Fact label={t('agents.office')}>
                {office.name === null ? null : <Original text={office.name} />}
                {office.phone === null ? null : (
                  <a
                    href={`tel:${office.phone.replace(/[^\d+]/g, '')}`}
                    className="tabular flex min-h-11 w-fit items-center gap-2 font-medium text-primary-text underline-offset-4 hover:underline"
                  >
                    <PhoneIcon size={16} />
                    {office.phone}
                  </a>
                )}
              </Fact>
            )}
            <Fact label={t('agents.languages')}>
              {agent.languages.length === 0
                ? t('listing.not_stated')
                : agent.languages.map((code) => languageText(code, words)).join(', ')}
            </Fact>
            {agent.specialties.length === 0 ? null : (
              <Fact label={t('agents.specialties')}>
                {agent.specialties.map((one) => t(`specialty.${one}`)).join(', ')}
              </Fact>
            )}
            {agent.places.length === 0 ? null : (
              <Fact label={t('agents.areas')}>
                <ul className="flex flex-wrap gap-x-3">
                  {agent.places.map((place) => (
                    <li key={place.slug}>
                      <SiteLink
                        path={searchPath({ searchType: 'sale', place: place.slug })}
                        className="inline-flex min-h-11 items-center text-primary-text underline-offset-4 hover:underline"
                      >
                        <Original text={localName(place, { locale })} />
                      </SiteLink>
                    </li>
                  ))}
                </ul>
              </Fact>
            )}
          </dl>
        </aside>
        <div className="mt-8 min-w-0 space-y-10">
          <Biography agent={agent} name={first} />
          {videos.length === 0 ? null : (
            <Section id="videos" titleClass={TITLE} title={t('agents.videos')}>
              <ul className="grid gap-4 sm:grid-cols-2">
                {videos.map((video) => (
                  <li key={video.videoId}>
                    <VideoCard video={video} withRealtor={false} />
                  </li>
                ))}
              </ul>
              {hasMoreVideos ? (
                <p className="mt-3">
                  <TextLink path={videoSearchPath({ id: agent.agentId })}>{t('agents.videos_all')}</TextLink>
                </p>
              ) : null}
            </Section>
          )}
          <Section
            id="listed"
            title={t('agents.listed')}
            note={agent.source === null ? undefined : t('agents.source', { source: agent.source })}
          >
            {listed.homes.length === 0 ? (
              <p className="mt-3 text-quiet">{t('agents.listed_count', { count: 0 })}</p>
            ) : (
              <div className="mt-3">
                <ul className="grid gap-4 sm:grid-cols-2">
                  {listed.homes.map((home) => (
                    <li key={`${home.homeId} ${home.searchType}`}>
                      <KrwCard home={home} now={now} sizes="(min-width: 640px) 45vw, 94vw" />
                    </li>
                  ))}
                </ul>
                {listed.total > listed.homes.length ? (
                  <p className="mt-3 text-quiet text-sm">
                    {t('agents.listed_some', { shown: listed.homes.length, total: listed.total })}
                  </p>
                ) : null}
              </div>
            )}
          </Section>
          <Section id="sold" titleClass={TITLE} title={t('agents.sold')}>
            {sold === null ? (
              <p className="text-quiet">{t('agents.sold_barred')}</p>
            ) : sold.total === 0 ? (
              <p className="text-quiet">{t('agents.sold_count', { count: 0 })}</p>
            ) : (
              <SoldHomes sold={sold} />
            )}
          </Section>
        </div>
      </div>
    </PageMain>
  );
}

function Response({ agent }: { agent: AgentAnswer }) {
  const words = useWords();
  const { t } = words;
  if (agent.realtorId === null) return t('agents.response_mail');
  const { response } = agent;
  if (response === null) return t('agents.response_none');
  const { received, answered } = response;
  return (
    <>
      <span className="block font-semibold">{responseText(agent, words)}</span>
      <span className="text-quiet text-sm">{t('agents.response_basis', { received, answered })}</span>
    </>
  );
}

/** The agent's biographies; the one of the page's language first, the other behind a button. */
export function Biography({ agent, name }: { agent: Pick<AgentAnswer, 'bioEn' | 'bioKo'>; name: string }) {
  const { t, locale } = useWords();
  const { bioEn, bioKo } = agent;
  const [own, other] = locale === 'ko' ? [bioKo, bioEn] : [bioEn, bioKo];
  if (own === null && other === null) return null;
  return (
    <Section id="about" titleClass={TITLE} title={t('agents.about_agent', { name })}>
      {own === null ? null : (
        <p className="max-w-[68ch] whitespace-pre-line break-words">
          <UserText text={own} />
        </p>
      )}
      {other === null ? null : (
        <details open={own === null}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text underline-offset-4 hover:underline">
            {t('agents.bio_other')}
          </summary>
          <p className="max-w-[68ch] whitespace-pre-line break-words">
            <UserText text={other} />
          </p>
        </details>
      )}
    </Section>
  );
}

function SoldHomes({ sold }: { sold: NonNullable<AgentDetailProps['sold']> }) {
  const words = useWords();
  const { t, locale } = words;
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {sold.homes.map(({ closeDate, home }, at) => (
          <li
            key={home?.homeId ?? `gone ${at}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 py-2"
          >
            {home === null ? (
              <span className="text-quiet">{t('agents.sold_gone')}</span>
            ) : (
              <TextLink path={home.path}>{addressLine(home, words)}</TextLink>
            )}
            <span className="tabular text-quiet">
              {closeDate === null
                ? t('agents.sold_home_no_date')
                : t('agents.sold_home', { date: formatDay(closeDate, 'UTC', locale) })}
            </span>
          </li>
        ))}
      </ul>
      {sold.total > sold.homes.length ? (
        <p className="mt-3 text-quiet text-sm">
          {t('agents.listed_some', { shown: sold.homes.length, total: sold.total })}
        </p>
      ) : null}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-quiet text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const TITLE = 'mb-3 font-bold text-xl';
