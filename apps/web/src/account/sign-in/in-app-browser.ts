import { useSyncExternalStore } from 'react';

/**
 * In-app browsers. Google rejects sign-ins there (`disallowed_useragent`), so the page must be opened in the system
 * browser, with its URL, since storage is not shared (rule R24).
 */
const IN_APP = ['kakaotalk', 'naver', 'instagram', 'facebook', 'line', 'other'] as const;
export type InApp = (typeof IN_APP)[number];

/** Patterns in the user agent; `other` is any Android WebView (`; wv)`). */
const MARKS: readonly [InApp, RegExp][] = [
  ['kakaotalk', /\bKAKAOTALK\b/i],
  ['naver', /\bNAVER\(inapp/i],
  ['instagram', /\bInstagram[ /]\d/],
  ['line', /\bLine\/\d/i],
  ['facebook', /\bFB(?:AN|AV|_IAB)\b|\bFB_IAB\//],
  ['other', /; wv\)/],
];

/** The app of an in-app browser; undefined in any other browser. */
export function inAppBrowser(userAgent: string): InApp | undefined {
  return MARKS.find(([, mark]) => mark.test(userAgent))?.[0];
}

/**
 * A URL that opens `url` in the system browser; undefined where the app has none (others on iOS): people must use the
 * app's menu or copy the link.
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
  // Used when no browser app can handle the intent.
  const fallback = encodeURIComponent(url);
  const intent = `scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE`;
  // The fragment belongs to the intent, so the page's own is dropped.
  return `intent://${host}${pathname}${search}#Intent;${intent};S.browser_fallback_url=${fallback};end`;
}

/** The app of this in-app browser. Undefined on the server, whose pages are the same for all. */
export function useInApp(): InApp | undefined {
  return useSyncExternalStore(never, here, nowhere);
}

const never = () => () => {};
const here = () => inAppBrowser(navigator.userAgent);
const nowhere = () => undefined;
