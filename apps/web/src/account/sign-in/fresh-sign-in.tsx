import { ApiError } from '@maru/contract/client';
import { localePath } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ActionStatus, type ActionStatusProps } from '../../ui/form/form.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { addressWith } from './resumed-address.ts';

interface ActionResultProps extends ActionStatusProps {
  /** Of `FreshSignIn`. */
  resume?: Readonly<Record<string, string>> | undefined;
}

/** The result of an action, with a link to sign in again if the API asks for that. */
export function ActionResult({ resume, ...props }: ActionResultProps) {
  const error = props.action.result?.error;
  const isOld = error instanceof ApiError && error.body.data?.code === 'fresh_sign_in_required';
  return (
    <>
      <ActionStatus className="not-empty:mt-2" {...props} />
      {isOld ? <FreshSignIn resume={resume} /> : null}
    </>
  );
}

/**
 * Links to the sign-in, which leads back to the current URL. `resume`: query parameters that restore the state of the page
 * (`useResumed`), such as an open dialog.
 */
function FreshSignIn({ resume = {} }: { resume?: Readonly<Record<string, string>> | undefined }) {
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
