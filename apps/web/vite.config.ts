import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One configuration, two environments: `vite build --app` makes dist/client and dist/server. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [tailwindcss(), react()],
  publicDir: 'public',
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'src/entry.client.tsx' },
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
