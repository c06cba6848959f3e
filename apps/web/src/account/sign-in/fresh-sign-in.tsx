import { ApiError } from '@maru/contract/client';
import { localePath } from '@maru/words';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ActionStatus, type ActionStatusProps } from '../../ui/form/form.tsx';
import { SiteLink } from '../../ui/site-link.tsx';

interface ActionResultProps extends ActionStatusProps {
  /** Of `FreshSignIn`. */
  resume?: Readonly<Record<string, string>> | undefined;
}

/** The result of an action, with a link to sign in again if the API requires a fresh sign-in. */
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

/** The router's location: the path without /ko, and the raw query with its `?`. */
interface Location {
  pathname: string;
  searchStr: string;
}

/** The URL with query parameters set, or removed by null; others stay, including repeated ones. */
export function addressWith(
  { pathname, searchStr }: Location,
  changes: Readonly<Record<string, string | null>>,
): string {
  const query = new URLSearchParams(searchStr);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

/**
 * The query parameter that `FreshSignIn` added under this name; undefined without one. It is removed from the URL at
 * once, so that a reload does not resume again.
 */
export function useResumed(name: string): string | undefined {
  const router = useRouter();
  const location = useRouterState({ select: (state) => state.location });
  const [resumed] = useState(() => {
    const value = (location.search as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  });
  const left =
    resumed !== undefined && name in location.search ? addressWith(location, { [name]: null }) : undefined;
  useEffect(() => {
    if (left === undefined) return;
    const href = localePath(router.options.context.locale, left);
    void router.navigate({ href, replace: true, resetScroll: false });
  }, [router, left]);
  return resumed;
}
