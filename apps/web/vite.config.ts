import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The libraries that every page needs. */
const KIT =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-query|query-core|react-virtual|virtual-core)[^/]+)\//;

/** Data loading of signed-in pages; other pages load it with the first part that needs it. */
const QUERIES = /node_modules\/@tanstack\/(react-query|query-core)\/|apps\/web\/src\/queries\//;

/** Our modules that every page needs beside its entry: one file instead of a dozen of a hundred bytes. */
const SITE =
  /\/(packages\/(words\/src\/(index|compiled-message|locale|measures|message-key|particles)\.ts|contract\/src\/(icons\/first-icon-drawings|client\/(api-error|first-addresses)))|apps\/web\/src\/(i18n|ui\/(icons\/(first-icons|icon\.)|frame\/page-main|site-link|button|section)|site\/page-module|browser\/shared-value|share\/preview-version|account\/(account-state|use-account|token-store)))|node_modules\/icu-minify\/.*\/(format|types)|preload-helper|rolldown[/:]runtime/;

/** Cards and the attribution below lists: pages with homes have both, and small files compress badly. */
const CARD =
  /\/(apps\/web\/src\/(listing\/(card|kept)\/(listing-card|card-photos?|card-words|attribution|home-photo|price|save-button|use-saved|use-card-extras)|listing\/facts\/home-dates)|packages\/listing\/src\/\w+\/(time-zone|altered-media|standard-status|property-type|lead-price|license-register|account|address|durations))\.tsx?$/;

/**
 * Modules that several pages share and the front page does not load, by topic: dozens of files of a few hundred bytes would each
 * cost a request, and compress badly. Below src/ of the site (`~`) or of packages/listing (`listing`); the bundler splits modules
 * without a group.
 */
const SHARED: Record<string, string[]> = {
  small: [
    '~/ui/icons/icons.',
    '~/ui/notice.',
    '~/ui/field.',
    '~/ui/scroll-box.',
    '~/ui/source-link.',
    '~/listing/facts/home-dates.',
    '~/ui/why-failed.',
    '~/ui/use-latest.',
    'packages/contract/src/icons/icon-drawings.',
  ],
  extras: [
    '~/share/share-button.',
    '~/share/preview-address.',
    '~/listing/kept/sought-words.',
    '~/listing/commute/commute-address.',
    '~/listing/commute/commutes.',
    '~/listing/card/status-text.',
    '~/listing/facts/lookup-slug.',
    '~/listing/kept/viewed-homes.',
    '~/ui/icons/saved-icons.',
    'packages/contract/src/icons/saved-icon-drawings.',
    '~/listing/kept/compare-choice.',
    '~/ui/use-dropdown.',
    'listing/places/commute.',
    'listing/search/viewport.',
    'listing/places/surroundings.',
  ],
  query: [
    '~/search/page-address.',
    'listing/places/address.',
    'listing/search/search-query.',
    'listing/listing/features.',
    'listing/search/polygon.',
  ],
  search: [
    '~/search/search-words.',
    '~/search/filters/keywords.',
    '~/search/commute-destination.',
    '~/search/sentence-view.',
    '~/search/results/loan-line.',
    '~/listing/facts/monthly-budget.',
  ],
  contact: [
    '~/listing/facts/home-words.',
    '~/contact/contact-subject.',
    '~/contact/contact-values.',
    '~/contact/who-answers.',
    '~/contact/agent-words.',
    'listing/people/realtor.',
    'listing/time/zoned-time.',
  ],
  charts: [
    '~/ui/chart/',
    '~/listing/market/market-words.',
    '~/listing/market/sales-list.',
    'node_modules/d3-array/',
  ],
  costs: [
    '~/listing/cost/usd-text.',
    '~/listing/cost/cost-bar.',
    '~/listing/cost/won.',
    '~/listing/cost/won-switch.',
    '~/listing/cost/amount-field.',
    '~/listing/card/krw-card.',
    '~/listing/terms/term.',
    'listing/money/affordability.',
    'listing/money/cents.',
    'listing/money/dated-figure.',
    'listing/money/deposit-cap.',
    'listing/time/calendar-day.',
    'listing/money/site-rates.',
    'listing/money/monthly-cost.',
  ],
};

const sharedGroups = Object.entries(SHARED).map(([name, files]) => {
  const paths = files.map((file) =>
    file
      .replace(/^~/, '/apps/web/src')
      .replace(/^listing\//, '/packages/listing/src/')
      .replace(/^(?=\w)/, '/'),
  );
  return { name, test: (id: string) => paths.some((path) => id.includes(path)) };
});

/** Modules of the API client whose values are computed from all routes. */
const ADDRESSES = /\/packages\/contract\/src\/client\/(first|other)-addresses\.ts$/;

/** Replaces these modules with their values, so that browsers load no schemas. */
const inlineAddresses: Plugin = {
  name: 'inline-addresses',
  async load(id) {
    if (!ADDRESSES.test(id)) return undefined;
    const values: Record<string, unknown> = await import(pathToFileURL(id).href);
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
};

/** One configuration, two environments: `vite build --app` makes dist/client and dist/server. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [inlineAddresses, tailwindcss(), react()],
  publicDir: 'public',
  resolve: {
    // React has `useSyncExternalStore` itself since 18.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // The build script deletes files of earlier builds after a week.
        emptyOutDir: false,
        manifest: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'src/boot/entry.client.tsx',
          // Libraries change seldom: in files of their own they stay in browsers' caches when the site changes.
          output: {
            codeSplitting: {
              // Only the named modules; otherwise a group would also contain what it shares with the entry.
              includeDependenciesRecursively: false,
              groups: [
                { name: 'kit', test: KIT },
                { name: 'queries', test: QUERIES },
                { name: 'site', test: (id: string) => SITE.test(id) || CARD.test(id) },
                ...sharedGroups,
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: [/^@maru\//] },
      build: {
        outDir: 'dist/server',
        rolldownOptions: { input: { 'entry.server': 'src/boot/entry.server.tsx' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments.client!);
      await builder.build(builder.environments.ssr!);
    },
  },
});
