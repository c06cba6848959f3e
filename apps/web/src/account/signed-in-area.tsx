import { localePath } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import type { AccountUser } from './account-state.ts';
import { useAccount } from './use-account.ts';

interface ClosedProps {
  title: string;
  text: string;
  /** What to do. */
  children?: ReactNode;
}

interface SignedInAreaProps {
  /** Title while the session loads. */
  title: string;
  /** Shown when signed out. */
  signIn: Pick<ClosedProps, 'title' | 'text'>;
  /** Default: the whole page. */
  Closed?: ComponentType<ClosedProps>;
  children: (user: AccountUser) => ReactNode;
}

/** Content for signed-in users. Others see why it is closed, with a sign-in link that returns here. */
export function SignedInArea({ title, signIn, Closed = ClosedArea, children }: SignedInAreaProps) {
  const { t, locale } = useWords();
  const { state, account } = useAccount();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  if (state.status === 'signed-in') return children(state.user);
  if (state.status === 'loading') return <Closed title={title} text={t('site.loading')} />;
  if (state.unknown) {
    return (
      <Closed title={title} text={t('my.unknown.text')}>
        <Button
          variant="primary"
          size="large"
          onClick={() => void account?.session().then((session) => session.load())}
        >
          {t('account.try_again')}
        </Button>
      </Closed>
    );
  }
  const back = encodeURIComponent(localePath(locale, pathname + searchStr));
  return (
    <Closed {...signIn}>
      <SiteLink path={`/login?redirectUrl=${back}`} className={buttonClass('primary', 'large')}>
        {t('account.sign_in')}
      </SiteLink>
    </Closed>
  );
}

/** Replaces an area that the visitor may not open (yet): the reason, and what to do. */
export function ClosedArea({ title, text, children }: ClosedProps) {
  return (
    <PageMain className="min-h-dvh max-w-[520px] px-4 py-16 text-center md:py-28">
      <h1 className="font-bold text-2xl">{title}</h1>
      <p role="status" className="mt-3 text-quiet">
        {text}
      </p>
      <p className="mt-6 empty:hidden">{children}</p>
    </PageMain>
  );
}
