import type { Client } from '@maru/contract/client';
import type { Words } from '../../i18n/words.tsx';
import { whyFailed } from '../../ui/why-failed.ts';
import type { Account } from '../account.ts';
import { inAppBrowser } from './in-app-browser.ts';

/** The used part of Google's script. */
interface Identity {
  initialize(options: {
    client_id: string;
    nonce: string;
    callback: (answer: { credential: string; select_by?: string }) => void;
    auto_select: boolean;
    cancel_on_tap_outside: boolean;
    use_fedcm_for_prompt: boolean;
    context: 'signin';
  }): void;
  prompt(): void;
  cancel(): void;
}

export interface OneTapParts {
  account: Account;
  /** Sends the token when there is one. */
  client: Client;
  words: Words;
  /** The current path to return to, with /ko. */
  here: string;
  /** Navigates to a page of the site, without /ko. */
  go: (path: string) => void;
  reload: () => void;
}

const LONGEST_MESSAGE = 200;

/**
 * Google One Tap for signed-out visitors (rules S2.5, S4.3), once its script has loaded; never in an in-app browser,
 * where Google rejects it (rule R24). `signal` removes it.
 */
export async function promptOneTap(parts: OneTapParts, signal: AbortSignal): Promise<void> {
  if (inAppBrowser(navigator.userAgent) !== undefined) return;
  const { clientId, nonce, scriptUrl } = await parts.client.prepareOneTap({ signal });
  if (clientId === null) return;
  await loadScript(scriptUrl);
  const identity = (window as { google?: { accounts?: { id?: Identity } } }).google?.accounts?.id;
  if (identity === undefined || signal.aborted) return;
  if (parts.account.current().status !== 'signed-out') return;
  identity.initialize({
    client_id: clientId,
    nonce,
    callback: (answer) => void signIn(answer, parts),
    auto_select: false,
    cancel_on_tap_outside: false,
    use_fedcm_for_prompt: true,
    context: 'signin',
  });
  identity.prompt();
  signal.addEventListener('abort', () => identity.cancel());
}

/** Signs in with the credential of the prompt and reloads the page, or goes to the front page with the error. */
export async function signIn(
  { credential, select_by = 'fedcm' }: { credential: string; select_by?: string },
  { account, client, words, here, go, reload }: OneTapParts,
): Promise<void> {
  const fail = (message: string) =>
    go(`/?loginSuccess=false&msg=${encodeURIComponent(message.slice(0, LONGEST_MESSAGE))}`);
  try {
    const state = JSON.stringify({ role: '', type: 'maru', redirectUrl: here });
    const { success, accessToken, msg } = await client.oneTap({
      body: { idToken: credential, state, select_by },
    });
    if (success !== 'ok') return fail(msg);
    const session = await account.session();
    // The next page loads the user again, so a failure here does not matter.
    await session.begin(accessToken).catch(() => undefined);
    reload();
  } catch (error) {
    fail(whyFailed(error, words));
  }
}

const loading = new Map<string, Promise<void>>();

/** Once per page. Rejects when the script fails to load. */
function loadScript(url: string): Promise<void> {
  let work = loading.get(url);
  if (work === undefined) {
    work = new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      script.onload = () => resolve();
      script.onerror = () => {
        loading.delete(url);
        script.remove();
        reject(new Error('The identity script could not be loaded.'));
      };
      document.head.append(script);
    });
    loading.set(url, work);
  }
  return work;
}
