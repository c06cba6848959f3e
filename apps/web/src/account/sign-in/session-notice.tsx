import { useRouter, useRouterState } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import { Notice } from '../../ui/notice.tsx';
import { parseMessage } from './message-of-address.ts';
import { useOneTap } from './use-one-tap.ts';

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
