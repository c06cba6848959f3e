import { type Client, createClient, fetchTransport } from '@maru/contract/client';
import { LANGUAGE_TAGS, type Locale } from '@maru/words';
import { test as base, expect, inject } from 'vitest';
import { launchBrowser } from './browser.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

export const LANGUAGES: readonly Locale[] = ['en', 'ko'];
export const WIDTHS = [390, 1440] as const;
export const IS_LONG = process.env.MARU_TEST_LONG === '1';

/**
 * The variants of a test (languages, widths): all of them in `npm run test:long`, the one at index `short` in `npm
 * test`. Files pick different indexes, so that each run covers both languages and both widths.
 */
export function pickVariants<T>(short: number, all: readonly T[]): readonly T[] {
  return IS_LONG ? all : all.slice(short, short + 1);
}

/**
 * A test with visitors: `meet` opens a browser context with a fresh profile, which is closed at the end. Without a graphics card the
 * map costs more CPU than the rest of a search page, so in the short run only visitors with `map: true` have WebGL, and only those
 * with `map: 'drawn'` see what it draws. A test fails when a visitor's page logged an error or a request failed
 * (`Visitor.faults`).
 */
export const errand = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('meet', async ({ browser }, { onCleanup }) => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      const faults = visitors.flatMap((visitor) => visitor.faults);
      await Promise.all(visitors.map((visitor) => visitor.leave()));
      expect(faults, 'errors and failed requests of the page').toEqual([]);
    });
    return async (options: VisitorOptions = {}, baseUrl = inject('site').baseUrl): Promise<Visitor> => {
      const { map = IS_LONG } = options;
      const shown = map === true && !IS_LONG ? 'undrawn' : map;
      const visitor = await Visitor.arrive(browser, baseUrl, { ...options, map: shown });
      visitors.push(visitor);
      return visitor;
    };
  });

/** A client of the API that the pages use. */
export function createApiClient(locale: Locale = 'en', baseUrl = inject('site').baseUrl): Client {
  return createClient(fetchTransport(baseUrl, LANGUAGE_TAGS[locale]));
}
