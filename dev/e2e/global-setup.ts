import type { TestProject } from 'vitest/node';
import { HOMES, type Site, startSite } from './start-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    site: Site;
  }
}

/**
 * Starts one product for the whole run, as `npm start` does, and ends it after the run. While writing tests, set
 * `MARU_E2E_SITE` to the JSON of a `Site` to use a product that is already running.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env.MARU_E2E_SITE;
  if (running !== undefined) {
    project.provide('site', JSON.parse(running) as Site);
    return undefined;
  }
  const { end, ...site } = await startSite({ homes: HOMES });
  project.provide('site', site);
  return end;
}
