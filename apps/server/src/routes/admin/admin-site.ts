import {
  type AgentAnswer,
  type CampaignAnswer,
  type Featured,
  type Rate,
  SITE_PARTS,
  type SiteContentAnswer,
  type SitePart,
  type SiteSettingsAnswer,
} from '@maru/contract';
import { DAY_MS } from '@maru/listing/time';
import type { CampaignCount, SiteSettingHistoryRow } from '@maru/store';
import { type Locale, parseLocale } from '@maru/words';
import type { FastifyInstance } from 'fastify';
import { agentAnswer, placeLinks, videoAnswer } from '../../contacts/agent-answer.ts';
import { findAnswerers } from '../../contacts/recipients.ts';
import { isoDates } from '../../http/answer-values.ts';
import { invalidRequest, notFoundAt } from '../../http/api-error.ts';
import { askedVersion, stale } from '../../http/conditional-request.ts';
import { serve } from '../../http/serve.ts';
import type { RealtorPictures } from '../../media/realtor-pictures.ts';
import type { Parts } from '../../parts.ts';
import { requireCaller } from '../../plugins/session.ts';
import { findBusiestCities } from '../../search/busiest-cities.ts';
import { placeLink } from '../../search/place-label.ts';
import { californiaDay } from '../../site/local-time.ts';
import { VisitCounts } from '../../site/visit-counts.ts';

type SiteParts = Pick<Parts, 'store' | 'content' | 'gazetteer' | 'index' | 'settings' | 'now'> & {
  realtorPictures: RealtorPictures;
};

const DAYS_SHOWN = 30;
const MAX_FEATURED_AGENTS = 12;
const MAX_FEATURED_VIDEOS = 12;
/** Cache lifetime of the featured agents and videos (ms). */
const RESOLVED_FOR = 10_000;
/** Minimum interval between counts of the consents (ms), which read all of them. */
const COUNTED_FOR = 600_000;
const RATES = ['krw', 'mortgage'] as const;
/** What must differ between the items of a part. */
const ITEM_KEYS: Record<SitePart, (item: Record<string, unknown>) => unknown> = {
  sections: ({ name }) => name,
  announcements: ({ id }) => id,
  featured: ({ kind, id, from }) => `${kind} ${id} ${from}`,
};
const UNNAMED = { name: null, note: null, version: 0, createdAt: null, endedAt: null };
const isRate = (name: string): name is (typeof RATES)[number] => (RATES as readonly string[]).includes(name);

/** Content set by the owner: reading it, editing it, campaigns and their results. */
export function registerAdminSiteRoutes(app: FastifyInstance, parts: SiteParts): void {
  const { store, content } = parts;
  const now = () => new Date(parts.now());
  const visits = new VisitCounts(store, parts.now);
  app.addHook('onClose', () => visits.write());
  const loadFront = createFrontContent(parts);

  serve(app, 'loadSiteContent', async (request, reply): Promise<SiteContentAnswer> => {
    const locale: Locale = parseLocale(request.query.locale) ?? 'en';
    reply.header('cache-control', 'public, max-age=5');
    return {
      version: content.version(),
      sections: content.sections(),
      ...(await loadFront()),
      announcement: content.announcement(locale),
    };
  });

  serve(app, 'countVisit', async ({ body, headers }, reply) => {
    // Visitors who opted out are not counted, although nothing personal is stored (rule R45).
    if (headers['sec-gpc'] !== '1') visits.add(body.source, body.step);
    return reply.send();
  });

  serve(app, 'loadSiteSettings', () => siteSettings());

  serve(app, 'saveSitePart', async (request) => {
    const part = SITE_PARTS.find((one) => one === request.params.id);
    if (part === undefined) throw notFoundAt(request.url);
    const { undo, ...given } = request.body;
    const others = Object.keys(given).filter((name) => name !== part);
    if (others.length > 0) throw invalidRequest(others.map((field) => ({ field, reason: 'unknown' })));
    const value = undo === undefined ? given[part] : await formerValue(part, undo);
    if (value === undefined && undo !== undefined)
      throw invalidRequest([{ field: 'undo', reason: 'unknown_value' }]);
    if (value === undefined) throw invalidRequest([{ field: part, reason: 'missing' }]);
    await save(request, part, checked(part, value));
    return await siteSettings();
  });

  serve(app, 'saveRate', async (request) => {
    const { id } = request.params;
    if (!isRate(id)) throw notFoundAt(request.url);
    const { value, asOf } = request.body;
    const [min, max] = id === 'krw' ? [100, 99_999] : [0.1, 30];
    if (value !== null && (value < min || value > max)) {
      throw invalidRequest([{ field: 'value', reason: 'out_of_range' }]);
    }
    if (value !== null && asOf === null) throw invalidRequest([{ field: 'asOf', reason: 'missing' }]);
    if (asOf !== null && asOf > californiaDay(parts.now() + DAY_MS)) {
      throw invalidRequest([{ field: 'asOf', reason: 'out_of_range' }]);
    }
    await save(request, id, value === null ? null : { value, asOf });
    return await siteSettings();
  });

  serve(app, 'listCampaigns', async ({ query }) => {
    const { days = DAYS_SHOWN, source } = query;
    await visits.write();
    const until = californiaDay(parts.now());
    const since = californiaDay(parts.now() - (days - 1) * DAY_MS);
    const [named, counts] = await Promise.all([store.campaigns.list(), store.campaigns.counts(since)]);
    const sources = [...new Set([...named.map((one) => one.source), ...counts.map((one) => one.source)])];
    const items = sources.map((one): CampaignAnswer => {
      const known = named.find((campaign) => campaign.source === one);
      const own = known === undefined ? { source: one, ...UNNAMED } : isoDates(known);
      return { ...own, ...sums(counts.filter((count) => count.source === one)) };
    });
    items.sort((a, b) => b.arrivals - a.arrivals || (a.source < b.source ? -1 : 1));
    const shown = source === undefined ? counts : counts.filter((one) => one.source === source);
    const all = Array.from({ length: days }, (_, at) =>
      californiaDay(parts.now() - (days - 1 - at) * DAY_MS),
    );
    return {
      since,
      until,
      items,
      days: [...new Set(all)].map((day) => ({ day, ...sums(shown.filter((one) => one.day === day)) })),
      consents: { marketingEmail: await consentsNow() },
    };
  });

  serve(app, 'saveCampaign', async (request) => {
    const { name, note = null, isEnded } = request.body;
    const saved = await store.campaigns.save(
      { source: request.params.id, name: name.trim(), note: note?.trim() ?? null, isEnded },
      { actorId: request.caller.userId, version: askedVersion(request), now: now() },
    );
    if (saved === 'stale') throw stale();
    return isoDates(saved);
  });

  let counted = { at: Number.NEGATIVE_INFINITY, count: 0 };
  async function consentsNow(): Promise<number> {
    if (parts.now() - counted.at > COUNTED_FOR) {
      counted = { at: parts.now(), count: await store.desk.countConsents('marketing_email') };
    }
    return counted.count;
  }

  async function save(
    request: Parameters<typeof askedVersion>[0] & Parameters<typeof requireCaller>[0],
    name: string,
    value: unknown,
  ): Promise<void> {
    const by = { actorId: requireCaller(request).userId, version: askedVersion(request), now: now() };
    if ((await store.siteSettings.save({ name, value }, by)) === 'stale') throw stale();
    await content.lookAgain();
  }

  /** The value in an entry of the history; undefined without such an entry. */
  async function formerValue(part: SitePart, historyId: number): Promise<unknown> {
    const entry = (await store.siteSettings.history(part, 500)).find((one) => one.historyId === historyId);
    return entry === undefined ? undefined : (entry.value ?? []);
  }

  /** @throws ApiError 400 for what the schema does not check: unknown places, duplicates, an end before its start */
  function checked(part: SitePart, value: unknown): unknown {
    const list = value as Record<string, unknown>[];
    const problems: Parameters<typeof invalidRequest>[0] = [];
    for (const [at, one] of list.entries()) {
      const field = `${part}.${at}`;
      const key = ITEM_KEYS[part](one);
      if (list.findIndex((other) => ITEM_KEYS[part](other) === key) !== at)
        problems.push({ field, reason: 'repeated' });
      if (typeof one.from === 'string' && typeof one.until === 'string' && one.from > one.until) {
        problems.push({ field: `${field}.until`, reason: 'min_above_max' });
      }
      if (
        part === 'featured' &&
        one.kind === 'place' &&
        parts.gazetteer.findPlace(String(one.id)) === undefined
      ) {
        problems.push({ field: `${field}.id`, reason: 'unknown_value' });
      }
    }
    if (problems.length > 0) throw invalidRequest(problems);
    return list;
  }

  async function siteSettings(): Promise<SiteSettingsAnswer> {
    await content.lookAgain();
    const names = [...SITE_PARTS, ...RATES];
    const histories = await Promise.all(names.map((name) => store.siteSettings.history(name)));
    const people = await store.desk.findNames(histories.flat().map((one) => one.actorId));
    const findHistory = (name: string) => histories[names.indexOf(name as SitePart)] ?? [];
    const entry = (one: SiteSettingHistoryRow) => ({
      historyId: one.historyId,
      version: one.version,
      actorName: people.get(one.actorId) ?? null,
      at: one.at.toISOString(),
    });
    const part = <T>(name: SitePart, value: T[]) => ({
      value,
      version: content.findVersion(name),
      history: findHistory(name).map(entry),
    });
    return {
      sections: part('sections', content.sections()),
      featured: part('featured', content.featuredAtAll()),
      featuredNames: await findFeaturedNames(content.featuredAtAll(), parts),
      announcements: part('announcements', content.announcements()),
      rates: RATES.map((name): Rate => {
        const own = content.ownRate(name);
        const { wonRate, mortgageRate } = content.rates();
        const value = name === 'krw' ? (wonRate?.won ?? null) : (mortgageRate?.percent ?? null);
        const set = name === 'krw' ? wonRate : mortgageRate;
        const from =
          name === 'krw' && content.wonFrom() === 'fetched'
            ? 'fetched'
            : own !== null
              ? 'owner'
              : set === null
                ? 'none'
                : name === 'krw' && wonRate?.isSample
                  ? 'sample'
                  : 'setting';
        return {
          name,
          value,
          asOf: set?.asOf ?? null,
          from,
          version: content.findVersion(name),
          history: findHistory(name).map((one) => {
            const rate = one.value as { value: number; asOf: string } | null;
            return {
              value: rate?.value ?? null,
              asOf: rate?.asOf ?? null,
              actorName: people.get(one.actorId) ?? null,
              at: one.at.toISOString(),
            };
          }),
        };
      }),
    };
  }
}

type FrontContent = Pick<SiteContentAnswer, 'featured' | 'front'>;

/** What is featured today, and the place of the front page; entries that no longer exist or are not public are omitted. */
function createFrontContent(parts: SiteParts): () => Promise<FrontContent> {
  const { store, content, gazetteer, now, realtorPictures } = parts;
  let made: { version: string; at: number; answer: FrontContent } | undefined;
  return async () => {
    const version = content.version();
    if (made !== undefined && made.version === version && now() - made.at < RESOLVED_FOR) return made.answer;
    const list = content.featured();
    const featuredIds = (kind: Featured['kind'], most: number) =>
      list
        .filter((one) => one.kind === kind)
        .slice(0, most)
        .map((one) => one.id);
    const places = placeLinks(featuredIds('place', list.length), gazetteer);
    const videos = await store.videos.listByIds(featuredIds('video', MAX_FEATURED_VIDEOS), true);
    const found = (
      await Promise.all(featuredIds('agent', MAX_FEATURED_AGENTS).map((id) => store.agents.find(id)))
    ).filter((one) => one !== undefined);
    const { answerers, realtors } = await findAnswerers(found, parts);
    const agents = await Promise.all(
      found.map(async (agent, at): Promise<AgentAnswer> => {
        const realtor = agent.realtorId === null ? undefined : realtors.get(agent.realtorId);
        const picture = await realtorPictures.findAddress(realtor?.pictureId ?? null, true);
        return agentAnswer(
          agent,
          { answeredBy: answerers[at]!, realtor, picture, response: undefined },
          gazetteer,
        );
      }),
    );
    const featured = { places, agents, videos: videos.map((video) => videoAnswer(video, parts)) };
    made = { version, at: now(), answer: { featured, front: findFrontPlace(places[0]?.slug, parts) } };
    return made.answer;
  };
}

/** The owner's first featured place, else the city with the most homes, with its county (else itself) as its area. */
function findFrontPlace(
  chosen: string | undefined,
  { gazetteer, index }: Pick<SiteParts, 'gazetteer' | 'index'>,
): SiteContentAnswer['front'] {
  const place =
    chosen === undefined ? findBusiestCities({ gazetteer, index }, 1)[0] : gazetteer.findPlace(chosen);
  if (place === undefined) return { place: null, area: null };
  return { place: placeLink(place), area: placeLink(gazetteer.findParent(place, 'county') ?? place) };
}

/** Names of all that is featured, for the owner. */
async function findFeaturedNames(
  list: readonly Featured[],
  { store, gazetteer }: Pick<SiteParts, 'store' | 'gazetteer'>,
): Promise<SiteSettingsAnswer['featuredNames']> {
  const videos = await store.videos.listByIds(
    list.filter(({ kind }) => kind === 'video').map(({ id }) => id),
    false,
  );
  const findName = async ({ kind, id }: Featured): Promise<string | undefined> => {
    if (kind === 'place') return gazetteer.findPlace(id)?.name;
    if (kind === 'agent') return (await store.agents.find(id))?.name;
    const video = videos.find(({ videoId }) => videoId === id);
    return [video?.title, video?.realtor?.name].filter(Boolean).join(' · ') || undefined;
  };
  const names = await Promise.all(
    list.map(async (one) => ({ kind: one.kind, id: one.id, name: await findName(one) })),
  );
  return names.flatMap(({ name, ...one }) => (name === undefined ? [] : [{ ...one, name }]));
}

function sums(counts: readonly CampaignCount[]): { arrivals: number; listings: number; contacts: number } {
  const of = (step: CampaignCount['step']) =>
    counts.filter((one) => one.step === step).reduce((sum, one) => sum + one.count, 0);
  return { arrivals: of('arrival'), listings: of('listing'), contacts: of('contact') };
}
