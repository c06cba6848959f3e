import type { PageView } from '../browser/navigation-guard.ts';
import type { Adapter } from './adapter.ts';

/** A page that fails again and again says the same. */
const MOST = 10;
const LONGEST = 300;

/** What is left of an error's text: no e-mail address, no number of a telephone, no query of an address. */
export function scrubbed(text: string): string {
  return text
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[e-mail]')
    .replace(/\?[^\s"'<>)]*/g, '')
    .replace(/\+?\d[\d\s().-]{6,}\d/g, '[number]')
    .slice(0, LONGEST);
}

/** Errors of this browser as Sentry's envelopes (develop.sentry.dev/sdk/data-model/envelopes). */
export function startErrorTracking(
  { url, key }: { url: string; key: string },
  parts: {
    send(address: string, body: string): void;
    listen(heard: (error: unknown) => void): () => void;
    now(): number;
    id(): string;
    release: string | undefined;
  },
): Adapter {
  const { send, listen, now, id, release } = parts;
  let sent = 0;
  let page: PageView | undefined;
  const address = `${url}?sentry_key=${encodeURIComponent(key)}&sentry_version=7`;
  const stopListening = listen((error) => {
    sent += 1;
    if (sent > MOST) return;
    const isError = error instanceof Error;
    const event_id = id().replaceAll('-', '');
    const event = {
      event_id,
      timestamp: now() / 1_000,
      platform: 'javascript',
      level: 'error',
      release,
      request: { url: page?.path ?? '/' },
      tags: { route: page?.route ?? 'none' },
      exception: {
        values: [
          {
            type: isError ? error.name : 'Error',
            value: scrubbed(isError ? error.message : String(error)),
          },
        ],
      },
    };
    const head = { event_id, sent_at: new Date(now()).toISOString() };
    send(address, [head, { type: 'event' }, event].map((one) => JSON.stringify(one)).join('\n'));
  });
  return {
    view: (shown) => {
      page = shown;
    },
    stop: stopListening,
  };
}
