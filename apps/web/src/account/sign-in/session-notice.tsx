import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAccount } from '../use-account.ts';

/**
 * The front page's notice after signing in or out (rules S2.5, S4.3), and Google One Tap for signed-out visitors. The
 * message comes from the URL and is untrusted, so it is shown short and in quotes.
 */
export function SessionNotice() {
  const { t } = useWords();
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  useOneTap();
  const failed = search.loginSuccess === 'false';
  if (!failed && search.isLoggedIn !== 'false') return null;
  const message = failed ? parseMessage(search.msg) : '';
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[520px] rounded-card shadow-float">
      <Notice
        tone={failed ? 'bad' : 'good'}
        title={t(failed ? 'account.sign_in_failed' : 'account.signed_out')}
        closeLabel={t('account.notice_close')}
        onClose={() => void router.navigate({ to: '/', replace: true, resetScroll: false })}
      >
        {message === '' ? null : <p className="mt-1">{t('account.sign_in_failed_said', { message })}</p>}
      </Notice>
    </div>
  );
}

const LONGEST = 200;

/**
 * Parses a message from the URL: one line of at most 200 characters, without characters that reverse or hide text;
 * never markup or a link. Empty for anything else. Never throws.
 */
export function parseMessage(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 4 * LONGEST)
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= LONGEST
    ? line
    : `${characters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`;
}

/** Idle time of the page before One Tap is offered, ms. */
const REST_MS = 1_200;

/** Offers One Tap to signed-out visitors when the page is idle; removes it when they leave the page. */
function useOneTap(): void {
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
          // Optional: the sign-in button works without it.
          if (!leave.signal.aborted) console.warn('One Tap is not offered.', error);
        });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [isWanted, account, router]);
}
