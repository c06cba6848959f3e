import { useSyncExternalStore } from 'react';

/**
 * Browsers inside other apps. Google refuses to sign anybody in there (`disallowed_useragent`), so that one must be led outside, with the
 * address kept, since what is stored in here is not seen out there (rule R24).
 */
const IN_APP = ['kakaotalk', 'naver', 'instagram', 'facebook', 'line', 'other'] as const;
export type InApp = (typeof IN_APP)[number];

/** What each app puts into its user agent; `other` is any web view of Android, which says `; wv)`. */
const MARKS: readonly [InApp, RegExp][] = [
  ['kakaotalk', /\bKAKAOTALK\b/i],
  ['naver', /\bNAVER\(inapp/i],
  ['instagram', /\bInstagram[ /]\d/],
  ['line', /\bLine\/\d/i],
  ['facebook', /\bFB(?:AN|AV|_IAB)\b|\bFB_IAB\//],
  ['other', /; wv\)/],
];

/** The app that shows the page; undefined in a browser of its own. */
export function inAppBrowser(userAgent: string): InApp | undefined {
  return MARKS.find(([, mark]) => mark.test(userAgent))?.[0];
}

/**
 * An address that opens `url` in the device's own browser; undefined where the app knows no such way (others on iOS), and people must use the
 * app's menu or a copied link.
 */
export function outsideAddress(app: InApp, userAgent: string, url: string): string | undefined {
  if (app === 'kakaotalk') return `kakaotalk://web/openExternal?url=${encodeURIComponent(url)}`;
  const { protocol, host, pathname, search, hash } = new URL(url);
  if (app === 'line') {
    const and = search === '' ? '?' : '&';
    return `${protocol}//${host}${pathname}${search}${and}openExternalBrowser=1${hash}`;
  }
  if (!/Android/.test(userAgent)) return undefined;
  const scheme = protocol.replace(':', '');
  // Whoever has no app for it gets the page itself.
  const fallback = encodeURIComponent(url);
  const intent = `scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE`;
  // What follows a # is the intent's own part, so the page's stays behind.
  return `intent://${host}${pathname}${search}#Intent;${intent};S.browser_fallback_url=${fallback};end`;
}

/** The app whose browser this is. The server's pages are the same for all, so there it is none. */
export function useInApp(): InApp | undefined {
  return useSyncExternalStore(never, here, nowhere);
}

const never = () => () => {};
const here = () => inAppBrowser(navigator.userAgent);
const nowhere = () => undefined;
