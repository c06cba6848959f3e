import type { Locale } from '@maru/words';
import { escapeHtml } from './escape-html.ts';

/** Fallback for when the error page cannot be rendered. */
export function plainFault(locale: Locale, message: string, status: number): string {
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><body style="font:16px/1.6 system-ui;max-width:40rem;margin:20vh auto;padding:0 1rem"><h1>${status}</h1><p>${escapeHtml(message)}</p></body></html>`;
}
