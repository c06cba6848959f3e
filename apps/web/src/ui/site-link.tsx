import { localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type FocusEvent, type MouseEvent, useRef } from 'react';
import { buttonClass } from './button.tsx';

export interface SiteLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path and query of a page of this site, without /ko: the link adds the page's language. */
  path: string;
  /** Takes the place of the current history entry. */
  replace?: boolean;
  /** `false` keeps the scroll position. */
  resetScroll?: boolean;
}

/** Links that the pointer only crosses are not preloaded. */
const PRELOAD_DELAY_MS = 60;

/**
 * A link to a page of this site by its path. A real `<a href>`: it works without script and opens in a new tab; with script it
 * navigates within the document, and preloads on hover and focus.
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
      // `href` works at run time (as in `navigate`), but the type lacks it. A failed preload is ignored: the navigation
      // reports its own errors.
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

/** Whether a click should navigate in this tab: no modifier, and no other handler prevented it. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return !event.defaultPrevented && event.button === 0 && !modified;
}

/** `path` for a page of this site, `href` for any other address. */
type TextLinkProps = (SiteLinkProps | (AnchorHTMLAttributes<HTMLAnchorElement> & { path?: undefined })) & {
  /** Underlined without hover too. */
  isUnderlined?: boolean;
};

/** A link on its own, 44 px high; inside a sentence use `SiteLink` or `<a>`. */
export function TextLink({ isUnderlined = false, className, ...link }: TextLinkProps) {
  const look = buttonClass(isUnderlined ? 'underlined' : 'link', undefined, className);
  return link.path === undefined ? <a {...link} className={look} /> : <SiteLink {...link} className={look} />;
}
