import type { AgentAnswer, FieldReason } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { HOME_TYPES, type HomeType, isHomeId, NAMED_HOME_TYPES } from '@maru/listing';
import { AGENT_LANGUAGES, type AgentLanguage } from '@maru/listing/people';
import { localePath } from '@maru/words';
import { AskAgent } from '../agents/ask-agent.tsx';
import { languageText } from '../contact/agent-words.ts';
import { Original } from '../contact/who-answers.tsx';
import { localName, useWords, type Words } from '../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { addressLine } from '../listing/card/card-words.ts';
import { SalesList } from '../listing/market/sales-list.tsx';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { Button } from '../ui/button.tsx';
import { Field, Options, SelectField } from '../ui/field.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { SiteLink, TextLink } from '../ui/site-link.tsx';

export const page = definePage({ loader, head, Page });

type Sales = Awaited<ReturnType<Client['findSales']>>;

interface Asked {
  address: string;
  homeId: string | undefined;
  homeType: HomeType | undefined;
  beds: number | undefined;
  livingArea: number | undefined;
  language: AgentLanguage | undefined;
}

/** Numeric fields with their limits. */
const NUMBERS = { beds: [0, 50], livingArea: [100, 100_000] } as const;
type Typed = 'address' | keyof typeof NUMBERS;

interface SellData {
  asked: Asked;
  /** Invalid input; its field keeps it and shows the reason. */
  wrong: Partial<Record<Typed, { typed: string; reason: FieldReason }>>;
  sales: Sales | null;
  agents: AgentAnswer[];
  /** Why requested sales are missing. */
  problem: 'not_found' | 'failed' | null;
}

const AGENTS = 6;

/** `/sell?address=&homeType=&beds=&livingArea=&language=`: a plain form, so that it works without script. */
async function loader({ search, client, signal, locale }: LoaderContext): Promise<SellData> {
  const asked = parseAsked(search, locale);
  const wrong = findErrors(search, asked);
  if (Object.keys(wrong).length > 0 || (asked.address === '' && asked.homeId === undefined)) {
    return { asked, wrong, sales: null, agents: [], problem: null };
  }
  const { language, address, ...facts } = asked;
  try {
    const sales = await client.findSales({
      query: { ...facts, ...(address === '' ? {} : { address }) },
      signal,
    });
    const place = sales.subject.place?.slug;
    const agents = await client
      .listAgents({ query: { place, limit: AGENTS, ...(language ? { language: [language] } : {}) }, signal })
      .then(({ items }) => items)
      .catch(() => []);
    return { asked, wrong, sales, agents, problem: null };
  } catch (error) {
    if (signal.aborted) throw error;
    const isUnknown = error instanceof ApiError && error.statusCode < 500;
    return { asked, wrong, sales: null, agents: [], problem: isUnknown ? 'not_found' : 'failed' };
  }
}

function head({ asked }: SellData, { words }: { words: Words }): PageHead {
  return {
    title: words.t('sell.title'),
    description: words.t('sell.description'),
    canonical: '/sell',
    // The address that a visitor entered is private.
    index: asked.address === '' && asked.homeId === undefined,
  };
}

function Page({ data }: { data: SellData }) {
  const { t } = useWords();
  const { sales, problem } = data;
  const wrong = Object.keys(data.wrong).length;
  return (
    <PageMain className="max-w-[800px] px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-bold text-2xl leading-tight md:text-3xl">{t('sell.heading')}</h1>
      <p className="mt-3 max-w-[60ch] text-quiet">{t('sell.lead')}</p>
      {problem === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t(problem === 'failed' ? 'sell.failed' : 'sell.not_found')} />
        </div>
      )}
      {wrong === 0 ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t('profile.check', { count: wrong })} />
        </div>
      )}
      <AskForm key={JSON.stringify([data.asked, data.wrong])} data={data} />
      {sales === null ? null : (
        <MixedSources sources={sales.sources}>
          <div className="mt-10 space-y-12">
            <Comparables data={data} sales={sales} />
            <Agents data={data} sales={sales} />
            <section className="border-line border-t pt-6" aria-label={t('market.sources_heading')}>
              <SourceNotes sources={sales.sources} />
            </section>
          </div>
        </MixedSources>
      )}
    </PageMain>
  );
}

function AskForm({ data: { asked, wrong, sales } }: { data: SellData }) {
  const words = useWords();
  const { t, locale } = words;
  const subject = sales?.subject;
  const home = subject?.home ?? null;
  const errorText = (field: Typed) => {
    const reason = wrong[field]?.reason;
    return reason === undefined ? undefined : t(`reason.${reason}`);
  };
  const numberField = (field: keyof typeof NUMBERS, known: number | null | undefined) => ({
    name: field,
    type: 'number',
    inputMode: 'numeric' as const,
    min: NUMBERS[field][0],
    max: NUMBERS[field][1],
    defaultValue: wrong[field]?.typed ?? asked[field] ?? known ?? '',
    error: errorText(field),
  });
  return (
    // The next page shows the errors, with script and without.
    <form
      noValidate
      method="get"
      action={localePath(locale, '/sell')}
      className="mt-6 space-y-4 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <Field
        label={t('sell.address')}
        note={t('sell.address_note')}
        name="address"
        defaultValue={asked.address !== '' ? asked.address : home === null ? '' : addressLine(home, words)}
        maxLength={300}
        autoComplete="street-address"
        required
        error={errorText('address')}
      />
      <fieldset>
        <legend className="text-quiet text-sm">{t('sell.optional')}</legend>
        <div className="mt-1 grid gap-4 sm:grid-cols-3">
          <SelectField
            label={t('market.type')}
            name="homeType"
            defaultValue={asked.homeType ?? subject?.homeType ?? ''}
          >
            {/* A preselected type would override the one in the record of the address. */}
            {subject === undefined ? <option value="">{t('sell.type_unsure')}</option> : null}
            <Options values={NAMED_HOME_TYPES} format={(one) => t(`type.${one}`)} />
          </SelectField>
          <Field label={t('sell.beds')} {...numberField('beds', subject?.bedroomsTotal)} />
          <Field label={t('sell.area')} {...numberField('livingArea', subject?.livingArea)} />
        </div>
      </fieldset>
      {subject === undefined ? null : (
        <p className="text-quiet text-sm">{t(home === null ? 'sell.unknown_home' : 'sell.known_home')}</p>
      )}
      <input type="hidden" name="language" value={asked.language ?? 'any'} />
      <Button
        variant={sales === null ? 'primary' : 'secondary'}
        size="large"
        className="w-full sm:w-auto"
        type="submit"
      >
        {t(sales === null ? 'sell.look' : 'sell.again')}
      </Button>
    </form>
  );
}

function Comparables({ data, sales }: { data: SellData; sales: Sales }) {
  const words = useWords();
  const { t } = words;
  const { home, place } = sales.subject;
  const title =
    home !== null
      ? t('sell.for', { address: addressLine(home, words) })
      : place === null
        ? t('nearby.sold')
        : t('sell.for_place', { place: localName(place, words) });
  const isOffered = home !== null && home.standardStatus !== 'Closed' && home.searchType === 'sale';
  return (
    <Section id="sales" title={title} titleClass="mb-2 font-bold text-xl">
      <SalesList
        sales={sales}
        own={{
          price: isOffered ? home.listPrice : null,
          pricePerSquareFoot:
            isOffered && home.listPrice !== null && home.livingArea !== null
              ? home.listPrice / home.livingArea
              : null,
        }}
      />
      {data.asked.address === '' || place === null ? null : (
        <p className="mt-3">
          <TextLink path={`/city?place=${place.slug}`}>
            {t('nearby.place', { place: localName(place, words) })}
          </TextLink>
        </p>
      )}
    </Section>
  );
}

/** Agents who could sell it, each with role, license and broker (rule R17). */
function Agents({ data: { asked, agents }, sales }: { data: SellData; sales: Sales }) {
  const words = useWords();
  const { t, locale } = words;
  const { place, home } = sales.subject;
  if (place === null) return null;
  const address = asked.address !== '' ? asked.address : home === null ? '' : addressLine(home, words);
  const message = t('sell.message', { address });
  return (
    <Section id="agents" title={t('sell.agents')}>
      <p className="mt-1 max-w-[64ch] text-quiet text-sm">
        {t('sell.agents_note', { place: localName(place, words) })}
      </p>
      <form
        method="get"
        action={`${localePath(locale, '/sell')}#agents`}
        className="mt-3 flex flex-wrap items-end gap-3"
      >
        {(['address', 'homeId', 'homeType', 'beds', 'livingArea'] as const).map((name) =>
          asked[name] === undefined || asked[name] === '' ? null : (
            <input key={name} type="hidden" name={name} value={asked[name]} />
          ),
        )}
        <SelectField label={t('sell.language')} name="language" defaultValue={asked.language ?? 'any'}>
          <option value="any">{t('sell.any_language')}</option>
          <Options values={AGENT_LANGUAGES} format={(code) => languageText(code, words)} />
        </SelectField>
        <Button size="large" type="submit">
          {t('sell.again')}
        </Button>
      </form>
      {agents.length === 0 ? <p className="mt-4 text-quiet">{t('sell.agents_none')}</p> : null}
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {agents.map((agent) => (
          <li key={agent.agentId} className="flex flex-col rounded-card border border-line bg-surface p-4">
            <AgentFacts agent={agent} />
            <div className="mt-3">
              <AskAgent agent={agent} message={message} isQuiet />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <TextLink
          path={`/_maru_agent?place=${place.slug}${asked.language ? `&language=${asked.language}` : ''}`}
        >
          {t('sell.agents_all')}
        </TextLink>
      </p>
    </Section>
  );
}

function AgentFacts({ agent }: { agent: AgentAnswer }) {
  const words = useWords();
  const { t } = words;
  const name = localName(agent, words);
  const counts = [
    t('sell.homes', { listed: agent.homesListed }),
    agent.homesSold === null ? null : t('sell.sold', { sold: agent.homesSold }),
  ].filter((one) => one !== null);
  return (
    <div className="grow">
      <SiteLink
        path={`/_maru_agent?id=${encodeURIComponent(agent.agentId)}`}
        className="font-semibold text-lg underline-offset-4 hover:underline"
      >
        <Original text={name} />
      </SiteLink>
      {agent.brokerName === null ? null : (
        <p>
          <Original text={agent.brokerName} />
        </p>
      )}
      <p className="tabular text-sm">{counts.join(' · ')}</p>
      {agent.languages.length === 0 ? null : (
        <p className="text-quiet text-sm">
          {agent.languages.map((code) => languageText(code, words)).join(', ')}
        </p>
      )}
    </div>
  );
}

const readText = (search: LoaderContext['search'], key: string) => {
  const value = search[key];
  return typeof value === 'string' ? value.trim() : '';
};

function findErrors(search: LoaderContext['search'], asked: Asked): SellData['wrong'] {
  const wrong: SellData['wrong'] = {};
  if ('address' in search && asked.address === '' && asked.homeId === undefined)
    wrong.address = { typed: '', reason: 'missing' };
  for (const field of ['beds', 'livingArea'] as const) {
    const typed = readText(search, field).slice(0, 40);
    if (typed === '' || asked[field] !== undefined) continue;
    wrong[field] = { typed, reason: Number.isNaN(Number(typed)) ? 'malformed' : 'out_of_range' };
  }
  return wrong;
}

/** The valid part of the query; the rest is ignored. Korean pages list agents who speak Korean first. */
function parseAsked(search: LoaderContext['search'], locale: 'en' | 'ko'): Asked {
  const text = (key: string) => readText(search, key);
  const whole = (key: keyof typeof NUMBERS) => {
    const [min, max] = NUMBERS[key];
    const value = Math.round(Number(text(key)));
    return text(key) !== '' && value >= min && value <= max ? value : undefined;
  };
  const homeId = text('homeId');
  const language = text('language');
  return {
    address: text('address').slice(0, 300),
    homeId: isHomeId(homeId) ? homeId : undefined,
    homeType: HOME_TYPES.find((one) => one === text('homeType')),
    beds: whole('beds'),
    livingArea: whole('livingArea'),
    language: language === '' && locale === 'ko' ? 'ko' : AGENT_LANGUAGES.find((one) => one === language),
  };
}
