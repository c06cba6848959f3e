import { useWords, type Words } from '../i18n/words.tsx';
import type { HomePageData } from '../listing/page/home-page-data.ts';
import { PlaceBox } from '../search/place-box/place-box.tsx';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { LegalFoot, PageBar } from '../site/site-chrome.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { homeHead, loadHomePage } from './home/home-data.ts';
import { HomePage } from './home/home-page.tsx';

export const page = definePage({ loader, head, Page });

/** `/detail?homeId=`: the page of that home; without a home, a box to find one (rule S10.7). */
async function loader({
  search,
  client,
  words,
  loadWords,
  signal,
}: LoaderContext): Promise<HomePageData | null> {
  const asked = [search.homeId].flat()[0];
  if (asked === undefined || asked === '') return null;
  return loadHomePage(asked, search.searchType, { client, words, loadWords, signal });
}

function head(data: HomePageData | null, context: { words: Words }): PageHead {
  return data === null ? { title: context.words.t('listing.title'), index: false } : homeHead(data, context);
}

function Page({ data }: { data: HomePageData | null }) {
  const { t } = useWords();
  if (data !== null) return <HomePage key={data.home.homeId} {...data} />;
  return (
    <>
      <PageBar />
      <PageMain className="max-w-[720px] px-4 py-12 md:py-20">
        <h1 className="font-bold text-2xl leading-tight md:text-3xl">{t('listing.find_title')}</h1>
        <p className="mt-3 mb-6 text-quiet">{t('listing.find_text')}</p>
        <PlaceBox searchType="sale" size="large" />
      </PageMain>
      <LegalFoot />
    </>
  );
}
