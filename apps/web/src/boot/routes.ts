import type { MessageKey, WordPart } from '@maru/words';
import { HOME_LATE_WORDS } from '../routes/home/home-late-words.ts';
import type { AnyPage, Layout, PageModule } from '../site/page-module.ts';

export interface RouteRow {
  /** Names the row in tests and in the asset table; default: the file's name. */
  name: string;
  /** In the router's syntax, without /ko. */
  path: string;
  /** Default: `default`. */
  layout: Layout;
  /** Title of a page whose `head` sets none. */
  title: MessageKey;
  /** Whether search engines may index the page; default: no. */
  index: boolean;
  /** Without a query the page has no subject: it is then neither indexed nor in the sitemap. */
  needsQuery?: boolean;
  /** A list of homes, to which a home's page links back (rule R12). */
  isList?: true;
  /** Rendered once, at build. */
  prerendered?: true;
  browserOnly?: boolean;
  /**
   * The address opens private content: links from the page send no referrer, and nobody may store it. `with-token`: only while
   * the query has a token; without one the page has a form, which needs its `Origin`.
   */
  isSecret?: boolean | 'with-token';
  /** The keys of the query that the loader reads, default all: a change of other keys does not run it again. */
  loaderQuery?: readonly string[];
  /** The parts of the messages that the page needs beside `site` (packages/words/src/word-parts.ts). */
  words?: readonly WordPart[];
  page: () => Promise<AnyPage>;
  /** The page's file, to find its script and style in the build's manifest. */
  file: string;
}

/** The pages, by their file below src/routes. */
const PAGES = {
  'admin-detail': () => import('../routes/admin-detail.tsx'),
  'admin-marketing': () => import('../routes/admin-marketing.tsx'),
  agents: () => import('../routes/agents.tsx'),
  contact: () => import('../routes/contact.tsx'),
  detail: () => import('../routes/detail.tsx'),
  front: () => import('../routes/front.tsx'),
  guide: () => import('../routes/guide.tsx'),
  'home/listing': () => import('../routes/home/listing.tsx'),
  'home/listing-in-browser': () => import('../routes/home/listing-in-browser.tsx'),
  'legal/legal-pages': () => import('../routes/legal/legal-pages.tsx'),
  'legal/privacy-choices': () => import('../routes/legal/privacy-choices.tsx'),
  login: () => import('../routes/login.tsx'),
  'login-redirect': () => import('../routes/login-redirect.tsx'),
  'my-page': () => import('../routes/my-page.tsx'),
  'place-page': () => import('../routes/place-page.tsx'),
  'realtor/realtor-contacts': () => import('../routes/realtor/realtor-contacts.tsx'),
  'realtor/realtor-numbers': () => import('../routes/realtor/realtor-numbers.tsx'),
  'realtor/realtor-profile': () => import('../routes/realtor/realtor-profile.tsx'),
  'realtor/realtor-videos': () => import('../routes/realtor/realtor-videos.tsx'),
  receipt: () => import('../routes/receipt.tsx'),
  'renter-kit': () => import('../routes/renter-kit.tsx'),
  report: () => import('../routes/report.tsx'),
  search: () => import('../routes/search.tsx'),
  sell: () => import('../routes/sell.tsx'),
  shortlist: () => import('../routes/shortlist.tsx'),
} satisfies Record<string, () => Promise<PageModule>>;

type Row = Omit<RouteRow, 'name' | 'layout' | 'index' | 'page' | 'file'> &
  Partial<Pick<RouteRow, 'name' | 'layout' | 'index'>> & { file: keyof typeof PAGES };

const HOME_WORDS = ['homes', 'home', 'form', 'people', 'corrected'] as const;
const SEARCH = {
  file: 'search',
  title: 'search.title',
  index: true,
  isList: true,
  words: ['homes', 'search'],
} as const;
const OWN = {
  file: 'my-page',
  layout: 'my-page-layout',
  title: 'my.title',
  browserOnly: true,
  words: ['homes', 'form', 'people', 'receipt', 'shortlist', 'account'],
} as const;
const REALTOR = { layout: 'realtor-layout', browserOnly: true } as const;
const LEGAL = { file: 'legal/legal-pages', index: true, prerendered: true } as const;
const MARKET = {
  file: 'place-page',
  layout: 'list-page-layout',
  title: 'market.title_empty',
  index: true,
  words: ['market'],
} as const;

const ROWS: readonly Row[] = [
  { file: 'front', path: '/', title: 'site.tagline', index: true },
  { ...SEARCH, name: 'homes-for-type', path: '/homes/for_{$searchType}', layout: 'list-page-layout' },
  {
    ...SEARCH,
    name: 'homes-for-type-address',
    path: '/homes/for_{$searchType}/$address',
    layout: 'list-page-layout',
  },
  {
    file: 'home/listing-in-browser',
    name: 'homes-for-type-address-id',
    path: '/homes/for_{$searchType}/$address/$id',
    layout: 'none',
    title: 'listing.title',
    browserOnly: true,
    loaderQuery: [],
    words: [...HOME_WORDS, ...HOME_LATE_WORDS],
  },
  {
    file: 'sell',
    path: '/sell',
    title: 'sell.title',
    index: true,
    words: ['sales', 'form', 'people', 'sell'],
  },
  { file: 'login', path: '/login', title: 'login.title', words: ['login'] },
  { file: 'login-redirect', path: '/login/redirect', title: 'login.title', words: ['login'] },
  { ...OWN, path: '/my-page' },
  { ...OWN, name: 'my-page-embedded', path: '/_my-page' },
  {
    file: 'agents',
    path: '/_maru_agent',
    layout: 'realtor-detail-layout',
    title: 'agents.title',
    index: true,
    words: ['form', 'people', 'agents'],
  },
  { file: 'contact', path: '/contact', title: 'contact.page_title', words: ['people'] },
  {
    file: 'report',
    path: '/report',
    title: 'report.title',
    isSecret: 'with-token',
    words: ['people', 'report'],
  },
  {
    file: 'receipt',
    path: '/receipt',
    title: 'receipt.title',
    browserOnly: true,
    isSecret: true,
    words: ['people', 'receipt'],
  },
  {
    file: 'shortlist',
    path: '/shortlist',
    title: 'shortlist.title',
    browserOnly: true,
    isSecret: true,
    words: ['form', 'homes', 'shortlist'],
  },
  {
    ...REALTOR,
    file: 'realtor/realtor-profile',
    name: 'realtor',
    path: '/realtor',
    title: 'realtor.profile',
    words: ['form', 'people', 'agents', 'realtor'],
  },
  {
    ...REALTOR,
    file: 'realtor/realtor-videos',
    path: '/realtor/videos',
    title: 'realtor.videos',
    words: ['form', 'people', 'realtor'],
  },
  {
    ...REALTOR,
    file: 'realtor/realtor-numbers',
    path: '/realtor/numbers',
    title: 'realtor.numbers',
    words: ['people', 'realtor'],
  },
  {
    ...REALTOR,
    file: 'realtor/realtor-contacts',
    path: '/realtor/contacts',
    title: 'inbox.title',
    words: ['form', 'people', 'realtor', 'inbox'],
  },
  {
    ...REALTOR,
    file: 'admin-detail',
    path: '/admin/detail',
    title: 'admin.detail.title',
    words: ['form', 'people', 'report', 'corrected', 'admin'],
  },
  {
    ...REALTOR,
    file: 'admin-marketing',
    path: '/admin/marketing',
    title: 'admin.marketing.title',
    words: ['form', 'people', 'admin'],
  },
  { ...LEGAL, name: 'licenses', path: '/licenses', title: 'legal.licenses' },
  { ...LEGAL, name: 'privacy-policy', path: '/privacy-policy', title: 'legal.privacy' },
  { ...LEGAL, name: 'terms-of-use', path: '/terms-of-use', title: 'legal.terms' },
  { ...LEGAL, name: 'accessibility', path: '/accessibility', title: 'legal.accessibility' },
  {
    file: 'legal/privacy-choices',
    path: '/privacy-choices',
    title: 'privacy.title',
    index: true,
    words: ['privacy'],
  },
  { ...MARKET, name: 'city', path: '/city', needsQuery: true },
  {
    file: 'detail',
    path: '/detail',
    layout: 'none',
    title: 'listing.title',
    index: true,
    needsQuery: true,
    words: HOME_WORDS,
  },
  { ...MARKET, name: 'list', path: '/list', needsQuery: true },
  { file: 'renter-kit', path: '/renter-kit', title: 'kit.title', index: true, words: ['cost', 'renting'] },
  { file: 'guide', path: '/guide', title: 'guide.title', index: true, words: ['guide'] },
  { ...SEARCH, name: 'search-address', path: '/$searchAddress', layout: 'none' },
  { ...SEARCH, name: 'search-address-type', path: '/$searchAddress/$searchType', layout: 'none' },
  { ...MARKET, name: 'area', path: '/$state/$city/$streetZip', isList: true },
  {
    file: 'home/listing',
    path: '/$state/$city/$streetZip/$homeId',
    layout: 'none',
    title: 'listing.title',
    index: true,
    loaderQuery: ['searchType'],
    words: HOME_WORDS,
  },
];

/** All pages of the site (rule S2.1), each without a prefix in English and under /ko in Korean. */
export const ROUTES: readonly RouteRow[] = ROWS.map(
  ({ file, name = file.slice(file.lastIndexOf('/') + 1), ...row }) => ({
    name,
    layout: 'default',
    index: false,
    ...row,
    page: () => loadPage(PAGES[file], name),
    file: `src/routes/${file}.tsx`,
  }),
);

async function loadPage(load: () => Promise<PageModule>, name: string): Promise<AnyPage> {
  const module = await load();
  const page = 'page' in module ? module.page : module.pages[name];
  if (page === undefined) throw new Error(`The table of routes names a page that its file lacks: ${name}`);
  return page;
}

/** Whether an address of this row opens private content. */
export function isSecretPage(row: Pick<RouteRow, 'isSecret'> | undefined, address: string): boolean {
  const { isSecret = false } = row ?? {};
  return isSecret === 'with-token' ? new URL(address).searchParams.has('token') : isSecret;
}
