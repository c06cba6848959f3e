import type { Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';

export type Addresses = Record<string, Pick<Route, 'method' | 'path'> | undefined>;

export function addressesWhere(test: (route: Route) => boolean): Addresses {
  return Object.fromEntries(
    Object.entries<Route>(ROUTES)
      .filter(([, route]) => test(route))
      .map(([name, { method, path }]) => [name, { method, path }]),
  );
}
