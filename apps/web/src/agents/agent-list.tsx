import type { AgentAnswer } from '@maru/contract';
import { AGENT_LANGUAGES, SPECIALTIES } from '@maru/listing/people';
import { localePath } from '@maru/words';
import { languageText, orderNames, responseText } from '../contact/agent-words.ts';
import { Original } from '../contact/who-answers.tsx';
import { useWords, type Words } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Options, SelectField } from '../ui/field.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { ChevronDownIcon } from '../ui/icons/icons.tsx';
import { Section } from '../ui/section.tsx';
import { SiteLink, TextLink } from '../ui/site-link.tsx';
import { AgentPicture } from './agent-picture.tsx';
import { type AgentSearch, agentPath, agentSearchPath, videoSearchPath } from './agent-search.ts';
import { LicenseLine } from './license-line.tsx';
import { PageLinks } from './page-links.tsx';

interface AgentListProps {
  search: AgentSearch;
  /** The name of the place in the page's language; null when unknown. */
  placeName: string | null;
  agents: readonly AgentAnswer[];
  next: string | undefined;
}

/** The agent search: a plain form, which works without script, and the results. */
export function AgentList({ search, placeName, agents, next }: AgentListProps) {
  const words = useWords();
  const { t } = words;
  const isUnknown = search.place !== '' && placeName === null;
  return (
    <PageMain className="max-w-[1080px] px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-bold text-2xl md:text-3xl">{t('agents.title')}</h1>
      <p className="mt-2">
        <TextLink path={videoSearchPath({})}>{t('agents.videos_title')}</TextLink>
      </p>
      <Finder search={search} placeName={placeName} />
      <Section id="found" title={t('agents.results')} titleClass="sr-only" className="mt-8">
        {isUnknown ? (
          <p role="status" className="mb-3 font-medium text-warn">
            {t('agents.unknown_place', { text: search.place })}
          </p>
        ) : null}
        <p className="text-quiet text-sm">{t('agents.order')}</p>
        {agents.length === 0 ? (
          <div className="mt-6 rounded-card border border-line border-dashed p-8 text-center">
            <p className="font-semibold">{t('agents.none')}</p>
            <p className="mt-1 text-quiet">{t('agents.none_hint')}</p>
          </div>
        ) : (
          <ul className="mt-4 grid gap-4 md:grid-cols-2">
            {agents.map((agent) => (
              <li key={agent.agentId}>
                <AgentCard agent={agent} words={words} />
              </li>
            ))}
          </ul>
        )}
        <PageLinks
          cursor={search.cursor}
          next={next}
          path={(cursor) => agentSearchPath({ ...search, cursor })}
          first={t('agents.first')}
          more={t('agents.more')}
        />
      </Section>
    </PageMain>
  );
}

function Finder({ search, placeName }: Pick<AgentListProps, 'search' | 'placeName'>) {
  const words = useWords();
  const { t, locale } = words;
  const { language, specialty, license } = search;
  return (
    <form
      // Reset the fields for another search.
      key={JSON.stringify(search)}
      method="get"
      action={localePath(locale, '/_maru_agent')}
      className="mt-6 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('agents.place')}
          name="place"
          defaultValue={placeName ?? search.place}
          maxLength={100}
          autoComplete="off"
        />
        <Field
          label={t('agents.name')}
          name="name"
          defaultValue={search.name}
          maxLength={100}
          autoComplete="off"
        />
      </div>
      {/* Folded while its filters are empty, so that agents are visible on a phone. */}
      <details className="group mt-2" open={language !== '' || specialty !== '' || license !== ''}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text underline-offset-4 hover:underline">
          {t('agents.more_fields')}
          <span aria-hidden="true" className="ml-2 group-open:rotate-180">
            <ChevronDownIcon size={18} />
          </span>
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField label={t('agents.language')} name="language" defaultValue={language}>
            <option value="">{t('agents.any')}</option>
            <Options values={AGENT_LANGUAGES} format={(code) => languageText(code, words)} />
          </SelectField>
          <SelectField label={t('agents.specialty')} name="specialty" defaultValue={specialty}>
            <option value="">{t('agents.any')}</option>
            <Options values={SPECIALTIES} format={(one) => t(`specialty.${one}`)} />
          </SelectField>
          <Field
            label={t('agents.license')}
            name="license"
            defaultValue={license}
            maxLength={40}
            autoComplete="off"
          />
        </div>
      </details>
      <Button variant="primary" size="large" className="mt-4 w-full sm:w-auto" type="submit">
        {t('agents.search')}
      </Button>
    </form>
  );
}

/** Name, license, broker and activity of an agent. */
function AgentCard({ agent, words }: { agent: AgentAnswer; words: Words }) {
  const { t, locale } = words;
  const { first, second } = orderNames(agent, locale);
  const facts = [
    t('agents.listed_count', { count: agent.homesListed }),
    agent.homesSold === null ? null : t('agents.sold_count', { count: agent.homesSold }),
    responseText(agent, words) ?? null,
  ].filter((fact) => fact !== null);
  return (
    <article className="relative flex h-full gap-4 rounded-card border border-line bg-surface p-4 hover:shadow-float">
      <AgentPicture name={first} picture={agent.picture} size={72} />
      <div className="min-w-0">
        <h3 className="font-semibold text-lg leading-snug">
          <SiteLink
            path={agentPath(agent.agentId)}
            className="after:absolute after:inset-0 after:rounded-card hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-primary"
          >
            <Original text={first} />
          </SiteLink>{' '}
          {second === null ? null : (
            <span className="ml-1 font-normal text-base text-quiet">
              <Original text={second} />
            </span>
          )}
        </h3>
        {agent.brokerName === null && agent.office?.name == null ? null : (
          <p>
            <Original text={agent.brokerName ?? agent.office?.name ?? ''} />
          </p>
        )}
        <LicenseLine agent={agent} />
        <p className="tabular mt-2">{facts.join(' · ')}</p>
        {agent.languages.length === 0 ? null : (
          <p className="text-quiet">
            {t('agents.languages')}: {agent.languages.map((code) => languageText(code, words)).join(', ')}
          </p>
        )}
      </div>
    </article>
  );
}
