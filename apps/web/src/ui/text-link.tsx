import type { AnchorHTMLAttributes } from 'react';
import { buttonClass } from './button.tsx';
import { SiteLink, type SiteLinkProps } from './site-link.tsx';

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
