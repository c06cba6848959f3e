import type { Person } from './people.ts';

/**
 * A replacement of https://accounts.google.com/gsi/client: `google.accounts.id` with `initialize`, `prompt` and
 * `cancel`, as in https://developers.google.com/identity/gsi/web/reference/js-reference. Like the real one it
 * respects the cookie `g_state` (`{"i_l":1,"i_p":<until>}`: dismissed before, shows nothing) and passes `{credential,
 * select_by}` to its callback. It sets styles by script, since the page's content security policy allows nothing
 * else.
 */
export function oneTapScript(people: readonly Person[]): string {
  const known = people
    .filter(({ email }) => email !== null)
    .map(({ key, name, email }) => ({ key, name, email }));
  return `(${script.toString()})(${JSON.stringify(known)}, new URL(document.currentScript.src).origin);\n`;
}

interface Settings {
  client_id: string;
  nonce?: string;
  callback?: (answer: { credential: string; select_by: string }) => void;
  cancel_on_tap_outside?: boolean;
  use_fedcm_for_prompt?: boolean;
}

/** Serialized and run in the browser. */
function script(people: { key: string; name: string; email: string }[], origin: string): void {
  const COOLING = 2 * 60 * 60 * 1000;
  const site = window as unknown as {
    google?: { accounts?: object };
    onGoogleLibraryLoad?: () => void;
  };
  let settings: Settings | undefined;
  let panel: HTMLElement | undefined;
  let tell: ((moment: object) => void) | undefined;

  const state = () => {
    try {
      const text = document.cookie.split('; ').find((one) => one.startsWith('g_state='));
      return JSON.parse(decodeURIComponent(text?.slice('g_state='.length) ?? '{}'));
    } catch {
      return {};
    }
  };
  const moment = (type: string, reason: string) => ({
    getMomentType: () => type,
    isDisplayMoment: () => type === 'display',
    isDisplayed: () => type === 'display' && reason === 'displayed',
    isNotDisplayed: () => type === 'display' && reason !== 'displayed',
    isSkippedMoment: () => type === 'skipped',
    isDismissedMoment: () => type === 'dismissed',
    getNotDisplayedReason: () => reason,
    getSkippedReason: () => reason,
    getDismissedReason: () => reason,
  });
  const close = (type: string, reason: string) => {
    if (panel === undefined) return;
    panel.remove();
    panel = undefined;
    document.removeEventListener('click', onOutside, true);
    tell?.(moment(type, reason));
  };
  const dismiss = () => {
    const value = { i_l: (Number(state().i_l) || 0) + 1, i_p: Date.now() + COOLING };
    // biome-ignore lint/suspicious/noDocumentCookie: as the real one does, in browsers that have no Cookie Store.
    document.cookie = `g_state=${encodeURIComponent(JSON.stringify(value))}; path=/; max-age=15552000`;
    close('skipped', 'user_cancel');
  };
  const onOutside = (event: Event) => {
    if (panel !== undefined && !event.composedPath().includes(panel)) dismiss();
  };
  const make = (tag: string, text: string, style: Record<string, string>) => {
    const element = document.createElement(tag);
    element.textContent = text;
    Object.assign(element.style, style);
    return element;
  };
  const choose = async (key: string) => {
    if (settings === undefined) return;
    const { client_id, nonce, callback, use_fedcm_for_prompt } = settings;
    const answer = await fetch(`${origin}/gsi/credential`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ client_id, nonce, person: key }),
    });
    const { credential } = await answer.json();
    close('dismissed', 'credential_returned');
    callback?.({ credential, select_by: use_fedcm_for_prompt === false ? 'user' : 'fedcm' });
  };

  site.google = {
    ...site.google,
    accounts: {
      ...site.google?.accounts,
      id: {
        initialize(given: Settings) {
          settings = given;
        },
        prompt(listener?: (moment: object) => void) {
          tell = listener;
          if (settings === undefined) return;
          if (panel !== undefined) return;
          if (Number(state().i_p) > Date.now()) {
            listener?.(moment('display', 'suppressed_by_user'));
            return;
          }
          panel = make('div', '', {
            position: 'fixed',
            // At the bottom of a phone's screen, as Google's: the title and the search box stay visible.
            ...(window.innerWidth < 640 ? { bottom: '12px', left: '12px' } : { top: '12px' }),
            right: '12px',
            zIndex: '2147483000',
            width: window.innerWidth < 640 ? 'auto' : '320px',
            background: '#fff',
            color: '#1f1f1f',
            border: '1px solid #dadce0',
            borderRadius: '12px',
            boxShadow: '0 2px 12px #0003',
            // The page's font has Hangul.
            fontFamily: 'inherit',
            fontSize: '14px',
            lineHeight: '1.4',
          });
          panel.id = 'credential_picker_container';
          panel.setAttribute('role', 'dialog');
          panel.setAttribute('aria-label', 'Sign in with Google');
          const head = make('div', 'Sign in with Google (stand-in)', {
            padding: '12px 44px 8px 16px',
            fontWeight: '600',
          });
          const shut = make('button', '\u00d7', {
            position: 'absolute',
            top: '0',
            right: '0',
            width: '44px',
            height: '44px',
            border: '0',
            background: 'none',
            fontSize: '20px',
            cursor: 'pointer',
            color: 'inherit',
          });
          shut.setAttribute('aria-label', 'Close');
          shut.addEventListener('click', dismiss);
          panel.append(head, shut);
          for (const { key, name, email } of people) {
            const row = make('button', `Continue as ${name} · ${email}`, {
              display: 'block',
              width: '100%',
              textAlign: 'left',
              padding: '10px 16px',
              border: '0',
              borderTop: '1px solid #eee',
              background: 'none',
              font: 'inherit',
              color: 'inherit',
              cursor: 'pointer',
            });
            row.addEventListener('click', () => void choose(key));
            panel.append(row);
          }
          document.body.append(panel);
          if (settings.cancel_on_tap_outside !== false) document.addEventListener('click', onOutside, true);
          listener?.(moment('display', 'displayed'));
        },
        cancel() {
          close('dismissed', 'cancel_called');
        },
        disableAutoSelect() {},
      },
    },
  };
  site.onGoogleLibraryLoad?.();
}
