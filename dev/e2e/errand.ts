import { type Client, createClient, fetchTransport } from '@maru/contract/client';
import { LANGUAGE_TAGS, type Locale } from '@maru/words';
import { test as base, expect, inject } from 'vitest';
import { launchBrowser } from './browser.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

export const LANGUAGES: readonly Locale[] = ['en', 'ko'];
export const WIDTHS = [390, 1440] as const;
const IS_LONG = process.env.MARU_TEST_LONG === '1';

/**
 * The ways to do one walk (its languages, its widths): all of them in `npm run test:long`, the one at `short` in
 * `npm test`, which has ten minutes. Files choose so that both languages and both widths are walked in each run.
 */
export function waysOf<T>(short: number, all: readonly T[]): readonly T[] {
  return IS_LONG ? all : all.slice(short, short + 1);
}

/**
 * A test in which people visit the site: `meet` lets one in, with a fresh profile, and sees them out at the end. Without a graphics
 * card the map takes more of the processor than the rest of a search page: in the short run only who looks at it (`map: true`) has it.
 * A test fails when anything went wrong behind a visitor's page, whatever they saw.
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
      expect(faults, 'what went wrong behind the page').toEqual([]);
    });
    return async (options: VisitorOptions = {}, baseUrl = inject('site').baseUrl): Promise<Visitor> => {
      const visitor = await Visitor.arrive(browser, baseUrl, { map: IS_LONG, ...options });
      visitors.push(visitor);
      return visitor;
    };
  });

/** The API that the pages use, asked directly. */
export function askApi(locale: Locale = 'en', baseUrl = inject('site').baseUrl): Client {
  return createClient(fetchTransport(baseUrl, LANGUAGE_TAGS[locale]));
}
