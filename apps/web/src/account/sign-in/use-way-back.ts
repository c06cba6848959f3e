import { localeOfPath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Replaces this page by the one before the sign-in. A page of the other language is loaded as a new document. */
export function useWayBack(): (back: string) => void {
  const router = useRouter();
  return useCallback(
    (back) => {
      const { locale } = router.options.context;
      if (localeOfPath(back) === locale) void router.navigate({ href: back, replace: true });
      else window.location.replace(back);
    },
    [router],
  );
}
