import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files in the short run on two cores. They begin first, so that none of them goes on alone at the end. The
 * order of others is that of vitest: by the durations of the last run or by size.
 */
const SLOWEST = [
  'dev/sample-market/market.test.ts',
  'dev/feeds/bridge-contract.test.ts',
  'dev/feeds/bridge.test.ts',
  'packages/mls/src/bridge/bridge-feed.test.ts',
  'apps/server/src/previews/previews.test.ts',
  'dev/feeds/reso.test.ts',
  'dev/api/permissions.integration.test.ts',
  'apps/server/src/mail/mail.integration.test.ts',
  'apps/server/src/main.integration.test.ts',
  'apps/server/src/replicas.integration.test.ts',
  'packages/store/src/db/embedded-sharing.integration.test.ts',
  'apps/server/src/front-door/front-door.integration.test.ts',
  'packages/store/src/search/sql-engine.integration.test.ts',
  'packages/store/src/db/embedded.integration.test.ts',
  'dev/line/siege.integration.test.ts',
  'dev/line/kill.integration.test.ts',
  'apps/server/src/routes/source.integration.test.ts',
  'apps/server/src/mail/recipient-budget.integration.test.ts',
  'apps/server/src/commands/commands.integration.test.ts',
  'dev/api/every-call.integration.test.ts',
  'dev/api/every-field.integration.test.ts',
  'dev/api/random-calls.integration.test.ts',
  'dev/line/faults.integration.test.ts',
  'apps/server/src/hung-database.integration.test.ts',
  'apps/server/src/contacts/contact-kill.integration.test.ts',
  'apps/server/src/overload.integration.test.ts',
  'apps/server/src/previews/previews.integration.test.ts',
  'apps/server/src/app.integration.test.ts',
  'apps/server/src/auth/ended-sessions.integration.test.ts',
  'apps/server/src/outage.integration.test.ts',
  'dev/e2e/accounts.test.ts',
  'dev/e2e/walk-the-routes.test.ts',
  'dev/e2e/move-the-map.test.ts',
  'dev/e2e/listing-page.test.ts',
  'dev/e2e/draw-an-area.test.ts',
  'dev/e2e/find-a-home.test.ts',
  'dev/e2e/admin.test.ts',
  'dev/e2e/contacts.test.ts',
  'dev/e2e/agents.test.ts',
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) =>
      SLOWEST.some((file) => moduleId.replaceAll('\\', '/').endsWith(`/${file}`));
    // Projects stay one after the other.
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((one) => one.project === project);
      return [...own.filter(isSlow), ...own.filter((one) => !isSlow(one))];
    });
  }
}
