import { useRouter, useRouterState } from '@tanstack/react-router';
import { useWords } from '../i18n/words.tsx';
import { Notice } from '../ui/notice.tsx';
import { parseMessage } from './message-of-address.ts';

/**
 * What the address of the front page says of a session (SPEC.md points 2 and 4). Anybody can write such an address, so the
 * message is shown as what it is: a text that came with it, short and in quotes.
 */
export function SessionNotice() {
  const { t } = useWords();
  const router = useRouter();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const close = () => void router.navigate({ to: '/', replace: true });
  const props = { onClose: close, closeLabel: t('account.notice_close') };
  if (search.loginSuccess === 'false') {
    const message = parseMessage(search.msg);
    return (
      <Notice tone="bad" title={t('account.sign_in_failed')} {...props}>
        {message === '' ? null : <p className="mt-1">{t('account.sign_in_failed_said', { message })}</p>}
      </Notice>
    );
  }
  return search.isLoggedIn === 'false' ? (
    <Notice tone="good" title={t('account.signed_out')} {...props} />
  ) : null;
}
