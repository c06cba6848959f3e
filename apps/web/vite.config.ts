import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The libraries that every page needs. */
const KIT =
  /node_modules\/(react|react-dom|scheduler|react-intl|intl-messageformat|@formatjs\/[^/]+|@tanstack\/(?!react-query|query-core|react-virtual|virtual-core)[^/]+)\//;

/** What of ours every page needs beside its entry: one file instead of a dozen of a hundred bytes. */
const SITE =
  /\/(packages\/(words\/src\/(?!editing|word-problems)[\w-]+\.ts|contract\/src\/(first-icon-drawings|api-error|reading-calls|provider))|apps\/web\/src\/(i18n|ui\/(first-icons|site-link)|account\/(account-state|use-account|token-store)))|preload-helper|rolldown[/:]runtime/;

/** A card and what stands below a list: pages that show homes have both, and small files compress badly. */
const CARD =
  /\/(apps\/web\/src\/(listing\/(listing-card|card-photos|card-words|attribution|feed-clock|home-photo|price|save-button|use-saved|use-card-extras)|ui\/heart-icon)|packages\/listing\/src\/(time-zone|altered-media|standard-status))\.tsx?$/;

/** One configuration, two environments: `vite build --app` makes dist/client and dist/server. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [tailwindcss(), react()],
  publicDir: 'public',
  // react-intl and @formatjs/intl each bring a copy of the same parser of messages: one is enough.
  resolve: {
    // We use react-intl's `createIntl` alone, which it has from there: its components would only travel along.
    // React has `useSyncExternalStore` itself since 18.
    alias: {
      'react-intl': '@formatjs/intl',
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
    dedupe: ['intl-messageformat', '@formatjs/icu-messageformat-parser', '@formatjs/icu-skeleton-parser'],
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // What earlier builds left is dropped by the build script, after a week.
        emptyOutDir: false,
        manifest: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'src/entry.client.tsx',
          // What is not ours changes seldom: alone, it stays in browsers' caches when the site changes.
          output: {
            codeSplitting: {
              groups: [
                { name: 'kit', test: KIT },
                { name: 'site', test: (id: string) => SITE.test(id) || CARD.test(id) },
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
        rolldownOptions: { input: { 'entry.server': 'src/entry.server.tsx' } },
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
