import type { PageView } from '../browser/navigation-guard.ts';
import type { Adapter } from './adapter.ts';

/** Most errors sent per document. */
const MOST = 10;
const LONGEST = 300;

/** Removes email addresses, phone numbers and URL queries from the text of an error. */
export function scrubText(text: string): string {
  return text
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, '[e-mail]')
    .replace(/\?[^\s"'<>)]*/g, '')
    .replace(/\+?\d[\d\s().-]{6,}\d/g, '[number]')
    .slice(0, LONGEST);
}

/** Sends errors of this browser as Sentry envelopes (develop.sentry.dev/sdk/data-model/envelopes). */
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
            value: scrubText(isError ? error.message : String(error)),
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
