import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccount } from '../use-account.ts';

/** How long the page may rest before somebody is asked who they are. */
const REST_MS = 1_200;

/** Offers One Tap to whoever is not signed in, once the page has come to rest; takes it back when they leave the page. */
export function useOneTap(): void {
  const router = useRouter();
  const { state, account } = useAccount();
  const { site } = router.options.context;
  const isWanted = site.oneTap && account !== undefined && state.status === 'signed-out' && !state.unknown;
  useEffect(() => {
    if (!isWanted) return;
    const leave = new AbortController();
    const timer = setTimeout(() => {
      void import('./one-tap.ts')
        .then(({ promptOneTap }) => {
          const { client, words } = router.options.context;
          return promptOneTap(
            {
              account,
              client,
              words,
              here: location.pathname,
              go: (path) => account.leave(path),
              reload: () => location.reload(),
            },
            leave.signal,
          );
        })
        .catch((error) => {
          // It is an offer: without it one signs in by the button.
          if (!leave.signal.aborted) console.warn('One Tap is not offered.', error);
        });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [isWanted, account, router]);
}
