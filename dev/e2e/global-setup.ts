import type { TestProject } from 'vitest/node';
import { type Site, startSite } from './start-site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    site: Site;
  }
}

/** A third of the market lies around Irvine: enough for several pages of results, quick to load. */
const HOMES = 4_000;

/**
 * One product for the whole run, started as `npm start` starts it; ended by its process when the run ends. While one
 * writes tests, `MARU_E2E_SITE` names a product that runs already, as the JSON of a `Site`.
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
