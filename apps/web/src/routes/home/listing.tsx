import { localePath } from '@maru/words';
import { redirect } from '@tanstack/react-router';
import { formatRawSearch } from '../../browser/raw-search.ts';
import type { HomePageData } from '../../listing/page/home-page-data.ts';
import { definePage, type LoaderContext } from '../../site/page-module.ts';
import { homeHead, loadHomePage } from './home-data.ts';
import { HomePage } from './home-page.tsx';

// No other page may import this file: the build's manifest finds the script of a page by its file.
export const page = definePage({ loader, head: homeHead, Page });

type Params = { state: string; city: string; streetZip: string; homeId: string };

/** Only the homeId counts: any other spelling of the rest redirects to the canonical URL and keeps the query. */
async function loader(context: LoaderContext<Params>): Promise<HomePageData> {
  const { params, search, locale } = context;
  const data = await loadHomePage(params.homeId, search.searchType, context);
  const { home } = data;
  const asked = `/${params.state}/${params.city}/${params.streetZip}/${params.homeId}`;
  if (home.path !== asked) {
    throw redirect({ href: localePath(locale, home.path) + formatRawSearch(search), statusCode: 301 });
  }
  return data;
}

function Page({ data }: { data: HomePageData }) {
  // Remount for another home, so that no open part of the last one stays.
  return <HomePage key={data.home.homeId} {...data} />;
}
