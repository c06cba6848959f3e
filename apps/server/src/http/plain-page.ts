import { LANGUAGE_TAGS, type Locale } from '@maru/words';

/** Policy of plain pages: no scripts, no resources, forms to the same origin only. */
export const PLAIN_PAGE_HEADERS = {
  'cache-control': 'no-store',
  // Hides secret URLs from other sites; `no-referrer` would also remove the origin from the page's own forms.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
};

/**
 * A page that needs neither our script nor our style sheet, for browsers without JavaScript. `body` is markup; its
 * texts must be escaped with `escapeHtml`.
 */
export function plainPage(locale: Locale, title: string, body: string): string {
  const heading = escapeHtml(title);
  return `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title><style>
body{font:17px/1.6 system-ui,sans-serif;max-width:36rem;margin:8vh auto;padding:0 1rem;color-scheme:light dark;word-break:keep-all;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.3}h2{font-size:1.15rem;margin-top:2rem}a{color:#15803d}dt{color:#5b6561;font-size:.9rem}dd{margin:0 0 .75rem}
blockquote{border-left:4px solid #9aa5a0;margin:1rem 0;padding:.25rem 1rem;white-space:pre-line}
button{font:inherit;font-weight:600;min-height:44px;margin:.5rem 0;padding:.5rem 1.25rem;border:0;border-radius:6px;background:#15803d;color:#fff}
@media(prefers-color-scheme:dark){a{color:#86efac}dt{color:#a3aea9}}</style></head><body><main><h1>${heading}</h1>${body}</main></body></html>`;
}

/** An error page for when the error page of the site cannot be rendered. */
export function plainFault(locale: Locale, message: string, status: number): string {
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><body style="font:16px/1.6 system-ui;max-width:40rem;margin:20vh auto;padding:0 1rem"><h1>${status}</h1><p>${escapeHtml(message)}</p></body></html>`;
}

/** Rows of a definition list; rows without a value are omitted. */
export function plainFacts(rows: readonly (readonly [label: string, value: string | null])[]): string {
  const said = rows.flatMap(([label, value]) =>
    value === null
      ? []
      : [`<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value).replace(/\r\n?|\n/g, '<br>')}</dd>`],
  );
  return `<dl>${said.join('')}</dl>`;
}

/** Escapes text for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
