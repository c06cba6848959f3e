import { useRouter } from '@tanstack/react-router';
import { use } from 'react';
import type { HomePageData } from '../../listing/page/home-page-data.ts';
import { definePage, type LoaderContext } from '../../site/page-module.ts';
import { homeHead, loadHomePage } from './home-data.ts';
import { homeLate } from './home-late.ts';
import { HomePage } from './home-page.tsx';

export const page = definePage({ loader, head: homeHead, Page });

/** The second address of a home, rendered in the visitor's browser only (rule S2.6); search engines are kept off it. */
async function loader({
  params,
  client,
  words,
  loadWords,
  signal,
}: LoaderContext<{ searchType: string; address: string; id: string }>): Promise<HomePageData> {
  return loadHomePage(params.id, params.searchType, { client, words, loadWords, signal });
}

function Page({ data }: { data: HomePageData }) {
  // The server ran the loader, but rendered nothing that could stand there meanwhile.
  use(homeLate.load(useRouter().options.context.loadWords));
  return <HomePage key={data.home.homeId} {...data} />;
}
