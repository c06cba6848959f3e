import { localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type FocusEvent, type MouseEvent, useRef } from 'react';

export interface SiteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path and query of a page of this site, without /ko: the link adds the page's language. */
  path: string;
  /** Takes the place of the current history entry. */
  replace?: boolean;
  /** `false` keeps the scroll position. */
  resetScroll?: boolean;
}

/** Waits for intent rather than for every link the pointer crosses. */
const PRELOAD_DELAY_MS = 60;

/**
 * A link to a page of this site whose address is only known as text (the API's `path`). A real `<a href>`: works
 * without script, opens in a new tab; with script it moves within the page and loads ahead on hover or focus.
 */
export function SiteLink({ path, replace, resetScroll, onClick, ...rest }: SiteLinkProps) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const href = localePath(router.options.context.locale, path);

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isPlainClick(event) || rest.target || rest.download !== undefined) return;
    event.preventDefault();
    void router.navigate({ href, replace, resetScroll });
  };
  const preload = (event: MouseEvent<HTMLAnchorElement> | FocusEvent<HTMLAnchorElement>) => {
    const wait = event.type === 'focus' ? 0 : PRELOAD_DELAY_MS;
    clearTimeout(timer.current);
    if (!navigator.onLine) return;
    timer.current = setTimeout(() => {
      // `href` is taken at run time (as by `navigate`), though the type of this call does not know it. A preload
      // that fails says nothing: the navigation itself will tell.
      router.preloadRoute({ href } as never).catch(() => {});
    }, wait);
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onMouseEnter={preload}
      onMouseLeave={() => clearTimeout(timer.current)}
      onFocus={preload}
    />
  );
}

/** A click that means "go there, here": no new tab, nothing that another handler has taken. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return !event.defaultPrevented && event.button === 0 && !modified;
}
