import type { Locale } from '@maru/words';

/** The last resort, when not even the error screen can be rendered. */
export function plainFault(locale: Locale, message: string, status: number): string {
  const escaped = message.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><body style="font:16px/1.6 system-ui;max-width:40rem;margin:20vh auto;padding:0 1rem"><h1>${status}</h1><p>${escaped}</p></body></html>`;
}
