import { ApiError } from '@maru/contract/client';
import { localePath } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { addressWith } from './resumed-address.ts';

/** Whether a call was refused because its caller signed in too long ago. */
export function wantsFreshSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.body.data?.code === 'fresh_sign_in_required';
}

/**
 * Leads through sign-in and back to the address that is shown. `resume`: members of its query by which the page then goes on
 * where it was (`useResumed`), such as the dialog that was open.
 */
export function FreshSignIn({ resume = {} }: { resume?: Readonly<Record<string, string>> }) {
  const { t, locale } = useWords();
  const here = addressWith(useRouterState({ select: ({ location }) => location }), resume);
  return (
    <p className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SiteLink
        path={`/login?fresh=1&redirectUrl=${encodeURIComponent(localePath(locale, here))}`}
        className={buttonClass('primary')}
      >
        {t('account.fresh_sign_in')}
      </SiteLink>
      <span className="text-quiet">{t('account.fresh_sign_in_note')}</span>
    </p>
  );
}
