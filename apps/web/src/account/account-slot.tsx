import { localePath } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useWords } from '../i18n/words.tsx';
import { PersonIcon } from '../ui/icons/first-icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useAccount } from './use-account.ts';

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** The end of the bar: a sign-in link or the account menu. Its space is reserved while the session loads. */
export function AccountSlot() {
  const { state } = useAccount();
  if (state.status === 'signed-out') return <SignInLink />;
  return (
    <Suspense fallback={<Waiting />}>
      {state.status === 'loading' ? <Waiting /> : <AccountMenu user={state.user} />}
    </Suspense>
  );
}

function SignInLink() {
  const { t, locale } = useWords();
  const address = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  // The router's pathname is decoded; an address is not.
  const { pathname, search } = new URL(address, 'http://localhost');
  const leadsBack = pathname !== '/' && !pathname.startsWith('/login');
  const back = leadsBack ? `?redirectUrl=${encodeURIComponent(localePath(locale, pathname + search))}` : '';
  return (
    <SiteLink
      path={`/login${back}`}
      rel="nofollow"
      data-sign-in
      className="inline-flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap rounded-field font-medium text-sm hover:bg-sunken hover:text-primary-text sm:px-3"
    >
      <PersonIcon size={22} className="sm:hidden" />
      <span className="max-sm:sr-only">{t('account.sign_in')}</span>
    </SiteLink>
  );
}

function Waiting() {
  return (
    <span aria-hidden="true" className="grid size-11 place-items-center">
      <span className="size-8 rounded-chip bg-sunken" />
    </span>
  );
}
