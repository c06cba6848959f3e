import type { HomeAnswer } from '@maru/contract';
import { LANGUAGE_TAGS } from '@maru/words';
import { notFound } from '@tanstack/react-router';
import type { Words } from '../../i18n/words.tsx';
import { priceText } from '../../listing/card/card-words.ts';
import { addressText, descriptionText, factsText, pricedHome } from '../../listing/facts/home-words.ts';
import { homeJsonLd } from '../../listing/facts/json-ld.ts';
import type { HomePageData } from '../../listing/page/home-page-data.ts';
import { homePreviewPath } from '../../share/preview-address.ts';
import type { LoaderContext, PageHead } from '../../site/page-module.ts';
import { homeLate } from './home-late.ts';

/**
 * Everything the page of a home says, asked for at once: no answer waits for another. Only the home itself must come;
 * what fails beside it is null, and its section says so.
 */
export async function loadHomePage(
  rawId: string,
  searchType: unknown,
  context: Pick<LoaderContext, 'client' | 'words' | 'loadWords' | 'signal'>,
): Promise<HomePageData> {
  const { client, loadWords, signal } = context;
  // No id has a capital: whoever read one out over the phone may have written some.
  const homeId = rawId.toLowerCase();
  const type = searchType === 'sale' || searchType === 'rent' ? searchType : undefined;
  const [home, surroundings, market] = await Promise.all([
    loadHome(homeId, searchType, context),
    orNull(client.findSurroundings({ query: { homeId }, signal })),
    orNull(client.findHomeMarket({ query: { homeId, searchType: type }, signal })),
    homeLate.load(loadWords),
  ]);
  return { home, surroundings, market, now: Date.now() };
}

/**
 * What is said beside the home: null where its answer failed. What a browser gave up itself still ends the page's load.
 * Meant for the line above: `orNull(client.findSomething({ query: { homeId }, signal }))`.
 */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if ((error as Error | undefined)?.name === 'AbortError') throw error;
    return null;
  }
}

/** The home, or the 404 screen with its id, also for what cannot be an id at all. */
async function loadHome(
  homeId: string,
  searchType: unknown,
  { client, words, signal }: Pick<LoaderContext, 'client' | 'words' | 'signal'>,
): Promise<HomeAnswer> {
  if (!/^[a-z0-9]{1,20}$/.test(homeId)) {
    const statusMessage = words.t('error.home_not_found');
    throw notFound({
      data: {
        statusCode: 404,
        statusMessage,
        message: 'home not found',
        data: { code: 'home_not_found', homeId: homeId.slice(0, 60) },
      },
    });
  }
  const type = searchType === 'sale' || searchType === 'rent' ? searchType : undefined;
  return client.findHome({ query: { homeId, searchType: type }, signal });
}

/** What the page of a home says about itself, whatever its address. */
export function homeHead({ home }: HomePageData, { words }: { words: Words }): PageHead {
  const price = priceText(pricedHome(home), words);
  const facts = [price, factsText(home, words), addressText(home, words)].filter(Boolean).join(' · ');
  return {
    title: `${addressText(home, words)} · ${price}`,
    description: descriptionText(home, words),
    canonical: home.path,
    image: { path: homePreviewPath(home, words.locale), alt: words.t('preview.home_alt', { facts }) },
    jsonLd: (page) =>
      homeJsonLd(home, { ...page, name: addressText(home, words), language: LANGUAGE_TAGS[words.locale] }),
  };
}
