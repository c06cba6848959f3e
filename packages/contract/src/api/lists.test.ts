import { expect, test } from 'vitest';
import { requiredRole } from './access.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';

const AGENT_LINKS =
  '50 agents and 20 other profiles of one license (packages/store/src/people/agent-links.ts)';

/** Lists without pages, and what bounds them instead. */
const WITHOUT_PAGES: Record<string, string> = {
  claimShortlist: '50 lists of a person (packages/store/src/people/shortlists.ts)',
  decideAgentLink: AGENT_LINKS,
  endAgentLink: AGENT_LINKS,
  listAgentLinks: AGENT_LINKS,
  proveAgentLink: AGENT_LINKS,
  listShortlists: '50 lists of a person (packages/store/src/people/shortlists.ts)',
  listCampaigns: '500 campaigns, and so many unknown sources a day (packages/store/src/site/campaigns.ts)',
  listDevices: '100 sessions (packages/store/src/people/sessions.ts)',
  listWordHistory: '100 changes (packages/store/src/site/word-changes.ts)',
};

test('every list of people or of what is theirs comes in pages of at most a hundred, or is bounded otherwise', () => {
  const unbounded = Object.entries<Route>(ROUTES).filter(([, route]) => {
    const { properties = {} } = route.response as JsonSchema;
    const { limit } = (route.query as JsonSchema | undefined)?.properties ?? {};
    const isOfSomebody = requiredRole(route.access) !== 'anyone';
    return isOfSomebody && properties.items !== undefined && !((limit?.maximum ?? Infinity) <= 100);
  });
  expect(unbounded.map(([name]) => name).toSorted()).toEqual(Object.keys(WITHOUT_PAGES).toSorted());
});
