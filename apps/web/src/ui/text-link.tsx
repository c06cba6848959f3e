import type { AnchorHTMLAttributes } from 'react';
import { buttonClass } from './button.tsx';
import { SiteLink, type SiteLinkProps } from './site-link.tsx';

/** `path` for a page of this site, `href` for any other address. */
type TextLinkProps = (SiteLinkProps | (AnchorHTMLAttributes<HTMLAnchorElement> & { path?: undefined })) & {
  /** Without a pointer over it too. */
  isUnderlined?: boolean;
};

/** A link that stands alone, as high as a finger; one inside a sentence is a plain `SiteLink` or `<a>`. */
export function TextLink({ isUnderlined = false, className, ...link }: TextLinkProps) {
  const look = buttonClass(isUnderlined ? 'underlined' : 'link', undefined, className);
  return link.path === undefined ? <a {...link} className={look} /> : <SiteLink {...link} className={look} />;
}
