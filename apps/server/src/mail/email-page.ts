import { LANGUAGE_TAGS, type Locale } from '@maru/words';
import { escapeHtml } from '../http/plain-page.ts';

export type Row = readonly [label: string, value: string];

/** A block of an email, rendered as plain text and as HTML. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'notice'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: Row[] }
  | { kind: 'link'; text: string; url: string }
  /** The blocks above in another language. */
  | { kind: 'translation'; locale: Locale; blocks: readonly Block[] };

/** Renders an email as plain text and as HTML with the same content. */
export function renderEmail(
  locale: Locale,
  subject: string,
  blocks: readonly Block[],
  footer: string,
): { text: string; html: string } {
  const text = [...blocks.map(formatText), `-- \n${footer}`].join('\n\n');
  const body = blocks.map(formatHtml).join('\n');
  return {
    text,
    html: `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="font:16px/1.6 system-ui,sans-serif;color:#1b1f1d;max-width:36rem;margin:0 auto;padding:1rem">
${body}
<p style="border-top:1px solid #d8dedb;margin-top:2rem;padding-top:.75rem;color:#5b6561;font-size:14px">${escapeHtml(footer)}</p>
</body></html>`,
  };
}

function formatText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'notice':
      return `! ${block.text}`;
    case 'quote':
      return block.text.replace(/^/gm, '> ');
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'link':
      return `${block.text}:\n${block.url}`;
    case 'translation':
      return ['* * *', ...block.blocks.map(formatText)].join('\n\n');
  }
}

function formatHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p>${formatLines(block.text)}</p>`;
    case 'notice':
      return `<p style="border-left:4px solid #b45309;background:#fef3c7;padding:.5rem .75rem"><strong>${formatLines(block.text)}</strong></p>`;
    case 'quote':
      return `<blockquote style="border-left:4px solid #d8dedb;margin:1rem 0;padding:.25rem 1rem">${formatLines(block.text)}</blockquote>`;
    case 'facts': {
      const rows = block.rows.map(
        ([label, value]) =>
          `<tr><th scope="row" style="text-align:left;vertical-align:top;padding:.2rem 1rem .2rem 0;font-weight:600">${escapeHtml(label)}</th><td style="padding:.2rem 0">${formatLines(value)}</td></tr>`,
      );
      return `<table style="border-collapse:collapse">${rows.join('')}</table>`;
    }
    case 'link':
      return `<p><a href="${escapeHtml(block.url)}" style="color:#166534">${escapeHtml(block.text)}</a></p>`;
    case 'translation':
      return `<div lang="${LANGUAGE_TAGS[block.locale]}" style="border-top:1px solid #d8dedb;margin-top:2rem;padding-top:.75rem">
${block.blocks.map(formatHtml).join('\n')}
</div>`;
  }
}

function formatLines(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, '<br>\n');
}
