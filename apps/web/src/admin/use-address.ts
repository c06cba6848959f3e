import { useRouter, useRouterState } from '@tanstack/react-router';

/** The URL's query, and paths with some of its parameters changed; null removes one. */
export function useAddress() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const router = useRouter();
  const query = search as Record<string, unknown>;
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const pathWith = (changes: Record<string, string | null>): string => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, ...changes })) {
      if (typeof value === 'string' && value !== '') params.set(name, value);
    }
    const said = params.toString();
    return pathname + (said === '' ? '' : `?${said}`);
  };
  const go = (changes: Record<string, string | null>) => {
    const { locale } = router.options.context;
    const prefix = locale === 'ko' ? '/ko' : '';
    void router.navigate({ href: prefix + pathWith(changes), replace: true, resetScroll: false });
  };
  return { text, pathWith, go };
}
