import { localeOfPath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Goes to where one was before signing in, in place of this page. A page of the other language needs a document of its own. */
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
