import type { MessageKey } from '@maru/words';
import type { Layout, PageModule } from './page-module.ts';

/**
 * Every address of the site in one table (SPEC.md point 2, DESIGN.md "Addresses of pages"). Each row exists
 * twice, without a prefix in English and under /ko in Korean; the router's tree is made from it.
 */

export interface RouteRow {
  /** Names the row in tests and in the asset table. */
  name: string;
  /** SPEC.md's form. */
  spec: string;
  /** The router's form. */
  path: string;
  layout: Layout;
  /** The title's message, where the page has no better one. */
  title: MessageKey;
  /** Whether search engines may keep it. */
  index: boolean;
  /** Rendered once at build. */
  prerendered: boolean;
  /** Rendered in the visitor's browser only. */
  browserOnly?: boolean;
  page: () => Promise<PageModule>;
  /** The page's file below src/, for its script and style in the build's manifest. */
  file: string;
}

export const ROUTES: readonly RouteRow[] = [
  {
    name: 'front',
    spec: '/',
    path: '/',
    layout: 'default',
    title: 'site.tagline',
    index: true,
    prerendered: false,
    page: () => import('./routes/front.tsx'),
    file: 'src/routes/front.tsx',
  },
  {
    name: 'homes-for-type',
    spec: '/homes/for_{searchType}',
    path: '/homes/for_{$searchType}',
    layout: 'list-page-layout',
    title: 'search.title',
    index: true,
    prerendered: false,
    page: () => import('./routes/search.tsx'),
    file: 'src/routes/search.tsx',
  },
  {
    name: 'homes-for-type-address',
    spec: '/homes/for_{searchType}/{address}',
    path: '/homes/for_{$searchType}/$address',
    layout: 'list-page-layout',
    title: 'search.title',
    index: true,
    prerendered: false,
    page: () => import('./routes/search.tsx'),
    file: 'src/routes/search.tsx',
  },
  {
    name: 'homes-for-type-address-id',
    spec: '/homes/for_{searchType}/{address}/{id}',
    path: '/homes/for_{$searchType}/$address/$id',
    layout: 'none',
    title: 'listing.title',
    index: false,
    prerendered: false,
    browserOnly: true,
    page: () => import('./routes/listing-in-browser.tsx'),
    file: 'src/routes/listing-in-browser.tsx',
  },
  {
    name: 'login',
    spec: '/login',
    path: '/login',
    layout: 'default',
    title: 'login.title',
    index: false,
    prerendered: false,
    page: () => import('./routes/login.tsx'),
    file: 'src/routes/login.tsx',
  },
  {
    name: 'login-redirect',
    spec: '/login/redirect',
    path: '/login/redirect',
    layout: 'default',
    title: 'login.title',
    index: false,
    prerendered: false,
    page: () => import('./routes/login-redirect.tsx'),
    file: 'src/routes/login-redirect.tsx',
  },
  {
    name: 'my-page',
    spec: '/my-page',
    path: '/my-page',
    layout: 'my-page-layout',
    title: 'my.title',
    index: false,
    prerendered: false,
    browserOnly: true,
    page: () => import('./routes/my-page.tsx'),
    file: 'src/routes/my-page.tsx',
  },
  {
    name: 'my-page-embedded',
    spec: '/_my-page',
    path: '/_my-page',
    layout: 'my-page-layout',
    title: 'my.title',
    index: false,
    prerendered: false,
    browserOnly: true,
    page: () => import('./routes/my-page.tsx'),
    file: 'src/routes/my-page.tsx',
  },
  {
    name: 'agents',
    spec: '/_{product}_agent',
    path: '/_maru_agent',
    layout: 'realtor-detail-layout',
    title: 'agents.title',
    index: true,
    prerendered: false,
    page: () => import('./routes/agents.tsx'),
    file: 'src/routes/agents.tsx',
  },
  {
    name: 'contact',
    spec: '/contact',
    path: '/contact',
    layout: 'default',
    title: 'contact.page_title',
    index: false,
    prerendered: false,
    page: () => import('./routes/contact.tsx'),
    file: 'src/routes/contact.tsx',
  },
  {
    name: 'report',
    spec: '/report',
    path: '/report',
    layout: 'default',
    title: 'report.title',
    index: false,
    prerendered: false,
    page: () => import('./routes/report.tsx'),
    file: 'src/routes/report.tsx',
  },
  {
    name: 'receipt',
    spec: '/receipt',
    path: '/receipt',
    layout: 'default',
    title: 'receipt.title',
    index: false,
    prerendered: false,
    browserOnly: true,
    page: () => import('./routes/receipt.tsx'),
    file: 'src/routes/receipt.tsx',
  },
  {
    name: 'realtor',
    spec: '/realtor',
    path: '/realtor',
    layout: 'realtor-layout',
    title: 'realtor.profile',
    index: false,
    prerendered: false,
    browserOnly: true,
    page: () => import('./routes/realtor-profile.tsx'),
    file: 'src/routes/realtor-profile.tsx',
  },
  {
    name: 'realtor-videos',
    spec: '/realtor/videos',
    path: '/realtor/videos',
    layout: 'realtor-layout',
    title: 'realtor.videos',
    index: false,
    prerendered: false,
    browserOnly: true,
    page: () => import('./routes/realtor-videos.tsx'),
    file: 'src/routes/realtor-videos.tsx',
  },
  {
    name: 'realtor-numbers',
    spec: '/realtor/numbers',
    path: '/realtor/numbers',
    layout: 'realtor-layout',
    title: 'realtor.numbers',
    index: false,
    prerendered: false,
    browserOnly: true,
    page: () => import('./routes/realtor-numbers.tsx'),
    file: 'src/routes/realtor-numbers.tsx',
  },
  {
    name: 'realtor-contacts',
    spec: '/realtor/contacts',
    path: '/realtor/contacts',
    layout: 'realtor-layout',
    title: 'inbox.title',
    index: false,
    prerendered: false,
    browserOnly: true,
    page: () => import('./routes/realtor-contacts.tsx'),
    file: 'src/routes/realtor-contacts.tsx',
  },
  {
    name: 'search-address',
    spec: '/{searchAddress}',
    path: '/$searchAddress',
    layout: 'none',
    title: 'search.title',
    index: true,
    prerendered: false,
    page: () => import('./routes/search.tsx'),
    file: 'src/routes/search.tsx',
  },
  {
    name: 'search-address-type',
    spec: '/{searchAddress}/{searchType}',
    path: '/$searchAddress/$searchType',
    layout: 'none',
    title: 'search.title',
    index: true,
    prerendered: false,
    page: () => import('./routes/search.tsx'),
    file: 'src/routes/search.tsx',
  },
  {
    name: 'area',
    spec: '/{state}/{city}/{streetZip}',
    path: '/$state/$city/$streetZip',
    layout: 'list-page-layout',
    title: 'search.title',
    index: true,
    prerendered: false,
    page: () => import('./routes/area.tsx'),
    file: 'src/routes/area.tsx',
  },
  {
    name: 'listing',
    spec: '/{state}/{city}/{streetZip}/{homeId}',
    path: '/$state/$city/$streetZip/$homeId',
    layout: 'none',
    title: 'listing.title',
    index: true,
    prerendered: false,
    page: () => import('./routes/listing.tsx'),
    file: 'src/routes/listing.tsx',
  },
];
