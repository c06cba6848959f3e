import { afterEach, expect, test, vi } from 'vitest';
import type { PageView } from '../browser/navigation-guard.ts';
import { reportPageViews } from './after-start.ts';
import type { SiteRouter } from './router.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a page is told once whatever its filters, and anew when its address has become a secret', () => {
  let shown: () => void = () => {};
  const latestLocation = { pathname: '', search: {} };
  const found = { options: { staticData: { row: { name: 'report', isSecret: 'with-token' } } } };
  const router = {
    latestLocation,
    getMatchedRoutes: () => [[], {}, found],
    subscribe: (_: string, work: () => void) => {
      shown = work;
    },
  } as unknown as SiteRouter;
  const goTo = (path: string) => {
    vi.stubGlobal('location', new URL(path, 'https://maru.example'));
    latestLocation.pathname = location.pathname;
    shown();
  };
  const told: PageView[] = [];
  goTo('/report');
  reportPageViews(router, [(view) => void told.push(view)]);
  for (const path of ['/report?homeId=h1', '/report?token=t1', '/report?token=t1&x=1', '/report']) goTo(path);
  expect(told.map(({ isSecret }) => isSecret)).toEqual([false, true, false]);
});
