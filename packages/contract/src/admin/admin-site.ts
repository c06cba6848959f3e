import Type, { type Static } from 'typebox';
import { ADMINS, EVERYBODY } from '../api/access.ts';
import { get, post, put, type Route } from '../api/route.ts';
import {
  closed,
  fields,
  ID,
  Id,
  IdParams,
  LocaleField,
  LocaleTag,
  line,
  orNull,
  Page,
  prose,
  textOrNull,
} from '../api/schemas.ts';
import { PlaceLink } from '../homes/home.ts';
import { AgentAnswer } from '../realtors/agent.ts';
import { VideoAnswer } from '../realtors/realtor-youtube.ts';
import { FRONT_SECTIONS } from '../site/front-sections.ts';

const Day = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });
const dayOrNull = orNull(Day);

const WordText = Type.Object({
  bundled: Type.String(),
  /** Null: the bundled message. */
  message: textOrNull,
  /** For `If-Match`; 0 before the first change. */
  version: Type.Integer(),
  changedAt: textOrNull,
  /** The bundled message or the other language has changed since. */
  isStale: Type.Boolean(),
});
export const WordAnswer = Type.Object({
  key: Type.String(),
  /** Changes only with the code. */
  isLocked: Type.Boolean(),
  en: WordText,
  ko: WordText,
});
export type WordAnswer = Static<typeof WordAnswer>;

const WORD_STATES = ['changed', 'missing', 'stale'] as const;

const Section = closed({ name: Type.Enum(FRONT_SECTIONS), isShown: Type.Boolean() });

const FEATURED_KINDS = ['place', 'agent', 'video'] as const;

/** A place, agent or video on the front page, from one day to another (both included; California's days). */
const Featured = closed({
  kind: Type.Enum(FEATURED_KINDS),
  id: Id,
  from: dayOrNull,
  until: dayOrNull,
});
export type Featured = Static<typeof Featured>;

const OwnPath = Type.String({
  maxLength: 300,
  pattern: '^/(?![/\\\\])[^\\s\\\\]*$',
  description: 'of this site, without /ko',
});
const Announcement = closed({
  id: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
  tone: Type.Enum(['info', 'warn']),
  en: line(300),
  ko: line(300),
  path: orNull(OwnPath),
  from: dayOrNull,
  until: dayOrNull,
  isDismissible: Type.Boolean(),
});
export type Announcement = Static<typeof Announcement>;

const ShownAnnouncement = Type.Object({
  id: Type.String(),
  tone: Type.Enum(['info', 'warn']),
  text: Type.String(),
  path: textOrNull,
  isDismissible: Type.Boolean(),
});
export type ShownAnnouncement = Static<typeof ShownAnnouncement>;

export const SITE_PARTS = ['sections', 'featured', 'announcements'] as const;
export type SitePart = (typeof SITE_PARTS)[number];

export const SiteContentAnswer = Type.Object({
  version: Type.String(),
  sections: Type.Array(Section),
  featured: Type.Object({
    places: Type.Array(PlaceLink),
    agents: Type.Array(AgentAnswer),
    videos: Type.Array(VideoAnswer),
  }),
  /** The first featured place, else the city with the most homes for sale; `area` is its county. Null without homes. */
  front: Type.Object({ place: orNull(PlaceLink), area: orNull(PlaceLink) }),
  announcement: orNull(ShownAnnouncement),
});
export type SiteContentAnswer = Static<typeof SiteContentAnswer>;

const Rate = Type.Object({
  /** `krw`: KRW per USD; `mortgage`: percent per year. */
  name: Type.Enum(['krw', 'mortgage']),
  value: orNull(Type.Number()),
  asOf: textOrNull,
  from: Type.Enum(['owner', 'fetched', 'setting', 'sample', 'none']),
  version: Type.Integer(),
  history: Type.Array(
    Type.Object({
      value: orNull(Type.Number()),
      asOf: textOrNull,
      actorName: textOrNull,
      at: Type.String(),
    }),
  ),
});
export type Rate = Static<typeof Rate>;

const HistoryEntry = Type.Object({
  historyId: Type.Integer(),
  version: Type.Integer(),
  actorName: textOrNull,
  at: Type.String(),
});
const sitePart = <T extends Parameters<typeof Type.Array>[0]>(items: T) =>
  Type.Object({
    value: Type.Array(items),
    version: Type.Integer(),
    history: Type.Array(HistoryEntry),
  });

export const SiteSettingsAnswer = Type.Object({
  sections: sitePart(Section),
  featured: sitePart(Featured),
  /** Names of what is featured; an entry that no longer exists has none. */
  featuredNames: Type.Array(
    Type.Object({ kind: Type.Enum(FEATURED_KINDS), id: Type.String(), name: Type.String() }),
  ),
  announcements: sitePart(Announcement),
  rates: Type.Array(Rate),
});
export type SiteSettingsAnswer = Static<typeof SiteSettingsAnswer>;

const Source = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' });
const VISIT_STEPS = ['arrival', 'listing', 'contact'] as const;

const COUNTS = { arrivals: Type.Integer(), listings: Type.Integer(), contacts: Type.Integer() };

const CampaignAnswer = Type.Object({
  source: Type.String(),
  name: textOrNull,
  note: textOrNull,
  version: Type.Integer(),
  createdAt: textOrNull,
  endedAt: textOrNull,
  ...COUNTS,
});
export type CampaignAnswer = Static<typeof CampaignAnswer>;

export const CampaignsAnswer = Type.Object({
  /** First and last counted day, California time. */
  since: Type.String(),
  until: Type.String(),
  items: Type.Array(CampaignAnswer),
  days: Type.Array(Type.Object({ day: Type.String(), ...COUNTS })),
  consents: Type.Object({ marketingEmail: Type.Integer() }),
});
export type CampaignsAnswer = Static<typeof CampaignsAnswer>;

export const adminSiteCalls = {
  listWords: {
    ...get('/maru/v1/admin/word', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Messages of both languages by key, with the owner’s changes',
    query: Type.Object({
      q: Type.Optional(Type.String({ ...ID, description: 'in the key, or in either language' })),
      group: Type.Optional(
        Type.String({ pattern: '^[a-z_]{1,40}$', description: 'the first part of the key: `mail`' }),
      ),
      state: Type.Optional(
        Type.Enum(WORD_STATES, { description: 'missing: changed in one language and not in the other' }),
      ),
      ...Page,
    }),
    response: Type.Object({
      items: Type.Array(WordAnswer),
      next: Type.Optional(Type.String()),
      total: Type.Integer(),
      groups: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() })),
    }),
  },

  saveWord: {
    ...put('/maru/v1/admin/word/:id', ADMINS, 'admin'),
    summary: 'Changes a message of one language; null restores the default',
    description:
      'Takes effect on every node within ten seconds. `If-Match` is the version that was read: 412 when it has changed. 400 for invalid ICU syntax, other placeholders, markup or a forbidden word.',
    errors: ['not_found', 'forbidden', 'precondition_failed'],
    params: IdParams,
    body: closed({ locale: LocaleField, message: orNull(Type.String({ maxLength: 8_000 })) }),
    response: WordAnswer,
  },

  listWordHistory: {
    ...get('/maru/v1/admin/word/:id/history', ADMINS, 'admin'),
    limit: 'list',
    summary: 'History of a message, newest first',
    errors: ['not_found'],
    params: IdParams,
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          historyId: Type.Integer(),
          locale: Type.String(),
          ...fields(textOrNull, 'was', 'message', 'actorName'),
          at: Type.String(),
        }),
      ),
    }),
  },

  loadSiteSettings: {
    ...get('/maru/v1/admin/site', ADMINS, 'admin'),
    summary: 'Sections, featured places, agents and videos, announcements and rates, with their history',
    response: SiteSettingsAnswer,
  },

  saveSitePart: {
    ...put('/maru/v1/admin/site/:id', ADMINS, 'admin'),
    summary: 'Sets one part of the site: the body has the member named in the path',
    description: '`undo` restores the part from that entry of its history. `If-Match` as for messages.',
    errors: ['not_found', 'precondition_failed'],
    params: IdParams,
    body: closed({
      sections: Type.Optional(Type.Array(Section, { maxItems: 20 })),
      featured: Type.Optional(Type.Array(Featured, { maxItems: 60 })),
      announcements: Type.Optional(Type.Array(Announcement, { maxItems: 20 })),
      undo: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    response: SiteSettingsAnswer,
  },

  saveRate: {
    ...put('/maru/v1/admin/rate/:id', ADMINS, 'admin'),
    summary: 'Sets the rate `krw` or `mortgage`; null restores the setting of the process',
    errors: ['not_found', 'precondition_failed'],
    params: IdParams,
    body: closed({ value: orNull(Type.Number({ minimum: 0, maximum: 99_999 })), asOf: dayOrNull }),
    response: SiteSettingsAnswer,
  },

  listCampaigns: {
    ...get('/maru/v1/admin/campaign', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Visits, listing views and contacts by source and day',
    query: Type.Object({
      days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 366, description: 'back from today; default 30' }),
      ),
      source: Type.Optional(Source),
    }),
    response: CampaignsAnswer,
  },

  saveCampaign: {
    ...put('/maru/v1/admin/campaign/:id', ADMINS, 'admin'),
    summary: 'Names a source, or changes its name, note or end',
    description:
      '`If-Match` is the version that was read, `"0"` for an unnamed source: 412 when it has changed.',
    errors: ['precondition_failed'],
    params: Type.Object({ id: Source }),
    body: closed({ name: line(100), note: Type.Optional(orNull(prose(500))), isEnded: Type.Boolean() }),
    response: Type.Object({
      source: Type.String(),
      name: Type.String(),
      note: textOrNull,
      version: Type.Integer(),
      createdAt: Type.String(),
      endedAt: textOrNull,
    }),
  },

  countVisit: {
    ...post('/maru/v1/visit', EVERYBODY, 'site'),
    status: 204,
    summary: 'Counts one step of a visit from a source, as a daily number without visitor data',
    description:
      'No cookie, address or id is stored. Browsers with `Sec-GPC: 1` are not counted. Only the sums of `campaign` are stored.',
    body: closed({ source: Source, step: Type.Enum(VISIT_STEPS) }),
    response: Type.Null(),
  },

  loadExperiments: {
    ...get('/maru/v1/experiment', EVERYBODY, 'site'),
    summary: 'The variant of each experiment for a visitor who consented to measurement',
    description:
      'Deterministic for the random number of the browser. Nothing is stored. None for browsers with `Sec-GPC: 1`.',
    query: Type.Object({ visitor: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: Type.Object({ assignments: Type.Record(Type.String(), Type.String()) }),
  },

  loadSiteContent: {
    ...get('/maru/v1/site/content', EVERYBODY, 'site'),
    inFirstScript: true,
    summary:
      'The site’s current content: sections of the front page, its place, featured places, agents and videos, the announcement',
    query: Type.Object({ locale: LocaleTag }),
    response: SiteContentAnswer,
  },
} as const satisfies Record<string, Route>;
