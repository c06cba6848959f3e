import { createHash } from 'node:crypto';
import { type Announcement, type Featured, FRONT_SECTIONS, type FrontSection } from '@maru/contract';
import { identifyHome } from '@maru/listing';
import { DAY_MS } from '@maru/listing/time';
import type { SiteSetting, Store, WordChange } from '@maru/store';
import { LOCALES, type Locale } from '@maru/words';
import { isLockedWord } from '@maru/words/editing';
import { CATALOGUES, catalogueVersion, layWords, wordsNow } from '@maru/words/server';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';
import { joinShared } from '../front-door/current-visit.ts';
import { pause } from '../jobs/repeat.ts';
import { californiaDay } from './local-time.ts';

/** Poll interval in ms: notifications may be lost, and changes must appear within ten seconds. */
const LOOKED_AT_EVERY = 4_000;
/** Number of older message sets kept for pages rendered with them. */
const SETS_KEPT = 6;

export type Rates = Pick<Settings, 'mortgageRate' | 'wonRate'>;
type RateName = 'krw' | 'mortgage';

interface OwnRate {
  value: number;
  asOf: string;
}

export interface WordSet {
  version: string;
  messages: Record<string, string>;
}

/**
 * Content set by the owner, at most `LOOKED_AT_EVERY` behind the store. While the store is unavailable the last state
 * is used; before the first load the built-in one.
 */
export class SiteContent {
  readonly #store: Store;
  readonly #settings: Rates;
  #log: Pick<FastifyBaseLogger, 'warn'> | undefined;
  #isAway = false;
  readonly #now: () => number;
  readonly #sets: Record<Locale, WordSet[]> = { en: [bundledSet('en')], ko: [bundledSet('ko')] };
  #revision = '';
  #version = { of: '', text: '' };
  #day = { until: 0, text: '' };
  #parts = new Map<string, SiteSetting>();
  #changes: WordChange[] = [];
  /** Listings taken down, and the identities of their homes. */
  #barred: ReadonlySet<string> = new Set();
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(own: { store: Store; settings: Rates; now?: () => number }) {
    this.#store = own.store;
    this.#settings = own.settings;
    this.#now = own.now ?? Date.now;
  }

  /** Follows the store until `signal` aborts. */
  async run(signal: AbortSignal, log?: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
    this.#log = log;
    const stop = this.#store.onSiteChange(() => void this.look());
    try {
      while (!signal.aborted) {
        await this.look();
        await pause(LOOKED_AT_EVERY, signal);
      }
    } finally {
      stop();
    }
  }

  /** Loads changes from the store; never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .then(
        () => {
          this.#isAway = false;
        },
        (error: unknown) => {
          // Log once per outage.
          if (!this.#isAway)
            this.#log?.warn({ err: error }, 'site content could not be loaded; keeping the last state');
          this.#isAway = true;
        },
      )
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** Like `look`, but does not join a query that may predate the caller's write. */
  async lookAgain(): Promise<void> {
    await joinShared(Promise.resolve(this.#looking));
    await joinShared(this.look());
  }

  async #look(): Promise<void> {
    const revision = JSON.stringify(await this.#store.siteSettings.revision());
    const barred = await this.#store.takeDowns.barred();
    this.#lookedAt = this.#now();
    // The revision covers the owner's changes only; a feed may add a listing of a taken-down home at any time.
    this.#barred = new Set([
      ...barred.listings.map((one) => listingName(one.dataset, one.listingKey)),
      ...barred.homeKeys,
    ]);
    if (revision === this.#revision) return;
    const [changes, settings] = await Promise.all([
      this.#store.wordChanges.list(),
      this.#store.siteSettings.list(),
    ]);
    this.#changes = changes;
    this.#parts = new Map(settings.map((one) => [one.name, one]));
    const laid = Object.fromEntries(
      LOCALES.map((locale) => [
        locale,
        Object.fromEntries(
          changes
            .filter((one) => one.locale === locale && one.message !== null && !isLockedWord(one.key))
            .map((one) => [one.key, one.message as string]),
        ),
      ]),
    ) as Record<Locale, Record<string, string>>;
    layWords(laid);
    for (const locale of LOCALES) {
      const messages = wordsNow(locale);
      const version = catalogueVersion(messages);
      const sets = this.#sets[locale];
      const others = sets.filter((one) => one.version !== version);
      this.#sets[locale] = [{ version, messages }, ...others].slice(0, SETS_KEPT);
    }
    this.#revision = revision;
  }

  /** Changes when rendered pages become outdated. */
  version(): string {
    const today = this.#today();
    const of = `${this.#revision} ${today}`;
    if (this.#version.of !== of) {
      const shown = JSON.stringify([this.#revision, this.#selectDated(today)]);
      this.#version = { of, text: createHash('sha256').update(shown).digest('base64url').slice(0, 10) };
    }
    return this.#version.text;
  }

  /** Changes when responses with amounts become outdated. */
  ratesRevision(): string {
    return ['krw', 'krw_fetched', 'mortgage'].map((name) => this.findVersion(name)).join('.');
  }

  /** The current messages. */
  words(locale: Locale): WordSet {
    return this.#sets[locale][0]!;
  }

  /**
   * The message set a page was rendered with, here or on another node; an unknown version may be newer than this
   * node's.
   */
  async findWords(locale: Locale, version: string | undefined): Promise<WordSet> {
    const known = (): WordSet | undefined => this.#sets[locale].find((one) => one.version === version);
    if (version !== undefined && known() === undefined && this.#now() - this.#lookedAt > 500)
      await this.look();
    return known() ?? this.words(locale);
  }

  wordChanges(): readonly WordChange[] {
    return this.#changes;
  }

  /** All sections in the owner's order; sections the owner has not placed come last and are shown. */
  sections(): { name: FrontSection; isShown: boolean }[] {
    const set = (this.#parts.get('sections')?.value ?? []) as { name: FrontSection; isShown: boolean }[];
    const known = set.filter((one) => FRONT_SECTIONS.includes(one.name));
    const rest = FRONT_SECTIONS.filter((name) => !known.some((one) => one.name === name));
    return [...known, ...rest.map((name) => ({ name, isShown: true }))];
  }

  /** Today's featured content, in the owner's order. */
  featured(): Featured[] {
    const today = this.#today();
    return this.featuredAtAll().filter((one) => isOn(one, today));
  }

  featuredAtAll(): Featured[] {
    return (this.#parts.get('featured')?.value ?? []) as Featured[];
  }

  /** The first announcement that is active today, in one language. */
  announcement(locale: Locale) {
    const today = this.#today();
    const one = this.announcements().find((some) => isOn(some, today));
    if (one === undefined) return null;
    const { id, tone, path, isDismissible } = one;
    return { id, tone, text: one[locale], path, isDismissible };
  }

  announcements(): Announcement[] {
    return (this.#parts.get('announcements')?.value ?? []) as Announcement[];
  }

  findVersion(name: string): number {
    return this.#parts.get(name)?.version ?? 0;
  }

  /** The owner's rate; null when not set. */
  ownRate(name: RateName): OwnRate | null {
    return (this.#parts.get(name)?.value ?? null) as OwnRate | null;
  }

  /** The rate of the daily fetch (jobs/won-rate.ts); null before the first, and while its day is ahead. */
  fetchedWon(): OwnRate | null {
    const rate = (this.#parts.get('krw_fetched')?.value ?? null) as OwnRate | null;
    return rate === null || isAhead(rate, this.#now()) ? null : rate;
  }

  /** Who set the exchange rate; null for the settings. The newer day counts, of one day the owner's. */
  wonFrom(): 'owner' | 'fetched' | null {
    const own = this.ownRate('krw');
    const fetched = this.fetchedWon();
    const isSetNewer = (day: string) =>
      own === null && this.#settings.wonRate?.isSample === false && this.#settings.wonRate.asOf > day;
    if (fetched !== null && (own === null || fetched.asOf > own.asOf) && !isSetNewer(fetched.asOf))
      return 'fetched';
    return own === null ? null : 'owner';
  }

  /** Today's rates: the owner's or the fetched ones, or else those of the settings. */
  rates(): Rates {
    const mortgage = this.ownRate('mortgage');
    const from = this.wonFrom();
    const won = from === 'fetched' ? this.fetchedWon() : from === 'owner' ? this.ownRate('krw') : null;
    return {
      mortgageRate:
        mortgage === null ? this.#settings.mortgageRate : { percent: mortgage.value, asOf: mortgage.asOf },
      wonRate: won === null ? this.#settings.wonRate : { won: won.value, asOf: won.asOf, isSample: false },
    };
  }

  /** Whether the listing's home was taken down, by listing key or home identity. */
  isTakenDown(listing: Parameters<typeof identifyHome>[0]): boolean {
    if (this.#barred.size === 0) return false;
    return (
      this.#barred.has(listingName(listing.dataset, listing.listingKey)) ||
      identifyHome(listing).keys.some((key) => this.#barred.has(key))
    );
  }

  #selectDated(today: string): unknown {
    return [this.featuredAtAll(), this.announcements()].map((list) =>
      list.map((one, at) => (isOn(one, today) ? at : -1)),
    );
  }

  #today(): string {
    // Called for every page: compute the day once per second.
    const now = this.#now();
    if (now >= this.#day.until || now < this.#day.until - 1_000) {
      this.#day = { until: now + 1_000, text: californiaDay(now) };
    }
    return this.#day.text;
  }
}

/** Whether the rate is of a day more than one day ahead: an error of its source, which would outrank all rates until then. */
export const isAhead = ({ asOf }: Pick<OwnRate, 'asOf'>, now: number) => Date.parse(asOf) > now + DAY_MS;

const listingName = (dataset: string, listingKey: string) => `${dataset}\n${listingKey}`;

const bundledSet = (locale: Locale): WordSet => ({
  version: catalogueVersion(CATALOGUES[locale]),
  messages: CATALOGUES[locale],
});

/** Whether the day is between both dates, inclusive. */
function isOn({ from, until }: { from: string | null; until: string | null }, day: string): boolean {
  return (from === null || from <= day) && (until === null || day <= until);
}

/** The settings with getters for the owner's rates. */
export function withOwnRates(settings: Settings, content: Pick<SiteContent, 'rates'>): Settings {
  return Object.freeze(
    Object.defineProperties(
      { ...settings },
      {
        mortgageRate: { get: () => content.rates().mortgageRate, enumerable: true },
        wonRate: { get: () => content.rates().wonRate, enumerable: true },
      },
    ),
  ) as Settings;
}
