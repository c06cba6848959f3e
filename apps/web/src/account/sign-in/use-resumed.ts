import { localePath } from '@maru/words';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { addressWith } from './resumed-address.ts';

/**
 * What `FreshSignIn` left in the query of the address under this name, by which the page goes on where it was; undefined
 * without. Taken out of the address at once: a reload does not resume again.
 */
export function useResumed(name: string): string | undefined {
  const router = useRouter();
  const location = useRouterState({ select: (state) => state.location });
  const [resumed] = useState(() => {
    const value = (location.search as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  });
  const left =
    resumed !== undefined && name in location.search ? addressWith(location, { [name]: null }) : undefined;
  useEffect(() => {
    if (left === undefined) return;
    const href = localePath(router.options.context.locale, left);
    void router.navigate({ href, replace: true, resetScroll: false });
  }, [router, left]);
  return resumed;
}
