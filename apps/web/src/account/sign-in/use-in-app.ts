import { useSyncExternalStore } from 'react';
import { type InApp, inAppBrowser } from './in-app-browser.ts';

/** The app whose browser this is. The server's pages are the same for all, so there it is none. */
export function useInApp(): InApp | undefined {
  return useSyncExternalStore(never, here, nowhere);
}

const never = () => () => {};
const here = () => inAppBrowser(navigator.userAgent);
const nowhere = () => undefined;
