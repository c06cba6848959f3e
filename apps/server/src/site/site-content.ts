import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Announcement, type Featured, FRONT_SECTIONS, type FrontSection } from '@maru/contract';
import { homeIdentityOf } from '@maru/listing';
import type { SiteSetting, Store, WordChange } from '@maru/store';
import { LOCALES, type Locale } from '@maru/words';
import { isLockedWord } from '@maru/words/editing';
import { CATALOGUES, catalogueVersion, layWords, wordsNow } from '@maru/words/server';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';
import { joinShared } from '../front-door/current-visit.ts';
import { californiaDay } from './local-time.ts';

/** Looked at again when nothing was heard for so long (ms): a notification may be lost, and ten seconds are promised. */
const LOOKED_AT_EVERY = 4_000;
/** Older words are kept for pages that were rendered with them: so many sets. */
const SETS_KEPT = 6;

export type Rates = Pick<Settings, 'mortgageRate' | 'wonRate'>;
type RateName = 'krw' | 'mortgage';

interface OwnRate {
  value: number;
  asOf: string;
}

/** A set of words and its hash. */
export interface WordSet {
  version: string;
  messages: Record<string, string>;
}

/**
 * What the owner has set for the site, as this process knows it: some milliseconds behind the store, at most
 * `LOOKED_AT_EVERY`. While the store is away, as it was; before the first look, as it is built in.
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
  /** Names of listings, and what their homes are known by. */
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
        await sleep(LOOKED_AT_EVERY, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      stop();
    }
  }

  /** Asks the store, and takes over what has changed; never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .then(
        () => {
          this.#isAway = false;
        },
        (error: unknown) => {
          // Once, not with each look while the store is away.
          if (!this.#isAway)
            this.#log?.warn({ err: error }, 'what the owner has set could not be read: it stays as it was');
          this.#isAway = true;
        },
      )
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** `look`, where what is on its way may be older than what the caller has just written. */
  async lookAgain(): Promise<void> {
    await joinShared(Promise.resolve(this.#looking));
    await joinShared(this.look());
  }

  async #look(): Promise<void> {
    const revision = JSON.stringify(await this.#store.siteSettings.revision());
    const barred = await this.#store.takeDowns.barred();
    this.#lookedAt = this.#now();
    // Of the owner's changes the revision tells; a feed may bring a listing of a home that is down at any time.
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

  /** Another one: a page that was made before may say something that is no longer so. */
  version(): string {
    const today = this.#today();
    const of = `${this.#revision} ${today}`;
    if (this.#version.of !== of) {
      const shown = JSON.stringify([this.#revision, this.#datedOf(today)]);
      this.#version = { of, text: createHash('sha256').update(shown).digest('base64url').slice(0, 10) };
    }
    return this.#version.text;
  }

  /** Another one: answers with money in them may be others. */
  ratesRevision(): string {
    return `${this.versionOf('krw')}.${this.versionOf('mortgage')}`;
  }

  /** The words as they are now. */
  words(locale: Locale): WordSet {
    return this.#sets[locale][0]!;
  }

  /**
   * Those that a page was rendered with, here or on another node: one that is not known may be newer than what this one
   * has seen.
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

  /** All sections, in the owner's order; one that the owner has not placed stands behind, shown. */
  sections(): { name: FrontSection; isShown: boolean }[] {
    const set = (this.#parts.get('sections')?.value ?? []) as { name: FrontSection; isShown: boolean }[];
    const known = set.filter((one) => FRONT_SECTIONS.includes(one.name));
    const rest = FRONT_SECTIONS.filter((name) => !known.some((one) => one.name === name));
    return [...known, ...rest.map((name) => ({ name, isShown: true }))];
  }

  /** What is featured today, in the owner's order. */
  featured(): Featured[] {
    const today = this.#today();
    return this.featuredAtAll().filter((one) => isOn(one, today));
  }

  featuredAtAll(): Featured[] {
    return (this.#parts.get('featured')?.value ?? []) as Featured[];
  }

  /** The first one that stands today. */
  announcement(): Announcement | null {
    const today = this.#today();
    return this.announcements().find((one) => isOn(one, today)) ?? null;
  }

  announcements(): Announcement[] {
    return (this.#parts.get('announcements')?.value ?? []) as Announcement[];
  }

  /** Of a part: how often it was changed. */
  versionOf(name: string): number {
    return this.#parts.get(name)?.version ?? 0;
  }

  /** What the owner has set, null where nothing. */
  ownRate(name: RateName): OwnRate | null {
    return (this.#parts.get(name)?.value ?? null) as OwnRate | null;
  }

  /** The day's rates: the owner's, else the settings'. */
  rates(): Rates {
    const mortgage = this.ownRate('mortgage');
    const won = this.ownRate('krw');
    return {
      mortgageRate:
        mortgage === null ? this.#settings.mortgageRate : { percent: mortgage.value, asOf: mortgage.asOf },
      wonRate: won === null ? this.#settings.wonRate : { won: won.value, asOf: won.asOf, isSample: false },
    };
  }

  /** Whether the listing belongs to a home that was taken down, by its key or by what its home is known by. */
  isTakenDown(listing: Parameters<typeof homeIdentityOf>[0]): boolean {
    if (this.#barred.size === 0) return false;
    return (
      this.#barred.has(listingName(listing.dataset, listing.listingKey)) ||
      homeIdentityOf(listing).keys.some((key) => this.#barred.has(key))
    );
  }

  #datedOf(today: string): unknown {
    return [this.featuredAtAll(), this.announcements()].map((list) =>
      list.map((one, at) => (isOn(one, today) ? at : -1)),
    );
  }

  #today(): string {
    // Asked with each page: a day is told once a second.
    const now = this.#now();
    if (now >= this.#day.until || now < this.#day.until - 1_000) {
      this.#day = { until: now + 1_000, text: californiaDay(now) };
    }
    return this.#day.text;
  }
}

const listingName = (dataset: string, listingKey: string) => `${dataset}\n${listingKey}`;

const bundledSet = (locale: Locale): WordSet => ({
  version: catalogueVersion(CATALOGUES[locale]),
  messages: CATALOGUES[locale],
});

/** Whether the day lies between its two days, both included. */
function isOn({ from, until }: { from: string | null; until: string | null }, day: string): boolean {
  return (from === null || from <= day) && (until === null || day <= until);
}

/** The settings with the owner's rates in place of theirs, whenever somebody looks. */
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
