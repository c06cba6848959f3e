import type { HomeAnswer } from '@maru/contract';
import { isHomeId } from '@maru/listing';
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
 * Loads the data of a home's page in parallel. Only the home itself is required; other data is null when its request fails,
 * and its section says so.
 */
export async function loadHomePage(
  rawId: string,
  searchType: unknown,
  context: Pick<LoaderContext, 'client' | 'words' | 'loadWords' | 'signal'>,
): Promise<HomePageData> {
  const { client, loadWords, signal } = context;
  // Ids are lowercase; a visitor may type capitals.
  const homeId = rawId.toLowerCase();
  const type = searchType === 'sale' || searchType === 'rent' ? searchType : undefined;
  const [home, surroundings, market] = await Promise.all([
    loadHome(homeId, type, context),
    orNull(client.findSurroundings({ query: { homeId }, signal })),
    orNull(client.findHomeMarket({ query: { homeId, searchType: type }, signal })),
    homeLate.load(loadWords),
  ]);
  return { home, surroundings, market, now: Date.now() };
}

/** Null when the request failed; an abort is rethrown. */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if ((error as Error | undefined)?.name === 'AbortError') throw error;
    return null;
  }
}

/** The home, or the 404 page with the id, also for a malformed id. */
async function loadHome(
  homeId: string,
  searchType: 'sale' | 'rent' | undefined,
  { client, words, signal }: Pick<LoaderContext, 'client' | 'words' | 'signal'>,
): Promise<HomeAnswer> {
  if (!isHomeId(homeId)) {
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
  return client.findHome({ query: { homeId, searchType }, signal });
}

/** The head of a home's page, for both of its URLs. */
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
