import { useRouter } from '@tanstack/react-router';
import { use } from 'react';
import type { HomePageData } from '../../listing/page/home-page-data.ts';
import { definePage, type LoaderContext } from '../../site/page-module.ts';
import { homeHead, loadHomePage } from './home-data.ts';
import { homeLate } from './home-late.ts';
import { HomePage } from './home-page.tsx';

export const page = definePage({ loader, head: homeHead, Page });

/** The second URL of a home, rendered in the browser only (rule S2.6) and not indexed. */
function loader(
  context: LoaderContext<{ searchType: string; address: string; id: string }>,
): Promise<HomePageData> {
  return loadHomePage(context.params.id, context.params.searchType, context);
}

function Page({ data }: { data: HomePageData }) {
  // The server ran the loader, but rendered no HTML that could stay until the script has loaded.
  use(homeLate.load(useRouter().options.context.loadWords));
  return <HomePage key={data.home.homeId} {...data} />;
}
