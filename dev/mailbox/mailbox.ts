import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { MailboxServiceFile } from './mailbox-service.ts';
import { startSmtp } from './smtp.ts';

/**
 * The mailbox of trial mode, a process of its own: an SMTP server on loopback that accepts every email and delivers
 * none, and a page that shows them. Writes its ports into `mailbox.json` below `--data-dir`. Emails are kept in
 * memory only.
 */
const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } } });
const dataDir = resolve(values['data-dir'] ?? '.data');
const MAX_LETTERS = 500;

const { letters, port: smtpPort } = await startSmtp({ keep: MAX_LETTERS });

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const STYLE =
  'body{font:15px/1.6 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #8884;vertical-align:top}iframe{width:100%;height:60vh;border:1px solid #8886;background:#fff}pre{white-space:pre-wrap;border:1px solid #8886;padding:1rem}';

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

const server = createServer((request, response) => {
  // Loopback only, also by Host header: against DNS rebinding.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (!['127.0.0.1', 'localhost'].includes(host)) return send(response, 400, 'text/plain', 'not here');
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (pathname === '/letters.json') {
    return send(
      response,
      200,
      'application/json',
      JSON.stringify(letters.map(({ raw, ...letter }) => letter)),
    );
  }
  const [, at, form] = /^\/letter\/(\d{1,9})(?:\/(html|raw))?$/.exec(pathname) ?? [];
  const letter = at === undefined ? undefined : letters.find(({ number }) => number === Number(at));
  if (letter !== undefined && form === 'raw') return send(response, 200, 'text/plain', letter.raw);
  if (letter !== undefined && form === 'html') return send(response, 200, 'text/html', letter.html);
  if (letter !== undefined) {
    const facts = [
      ['From', letter.from],
      ['To', letter.to.join(', ')],
      ['Reply-To', letter.replyTo],
      ['Date', letter.date],
    ];
    const rows = facts.map(([name, value]) => `<tr><th>${name}</th><td>${escapeHtml(value ?? '')}</td></tr>`);
    return send(
      response,
      200,
      'text/html',
      page(
        letter.subject,
        `<p><a href="/">All letters</a></p><h1>${escapeHtml(letter.subject)}</h1><table>${rows.join('')}</table><h2>As a page</h2><iframe sandbox title="The letter" src="/letter/${at}/html"></iframe><h2>As plain text</h2><pre>${escapeHtml(letter.text)}</pre><p><a href="/letter/${at}/raw">As it was sent</a></p>`,
      ),
    );
  }
  if (pathname !== '/') return send(response, 404, 'text/plain', 'no such letter');
  const rows = letters
    .toReversed()
    .map(
      ({ number, subject, to, date }) =>
        `<tr><td><a href="/letter/${number}">${escapeHtml(subject)}</a></td><td>${escapeHtml(to.join(', '))}</td><td>${escapeHtml(date)}</td></tr>`,
    );
  return send(
    response,
    200,
    'text/html',
    page(
      'Mailbox',
      `<h1>Mailbox</h1><p>Letters that this trial site has sent. None of them left this machine.</p><table><tr><th>Subject</th><th>To</th><th>Received</th></tr>${rows.join('')}</table>`,
    ),
  );
});

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    // An email is untrusted: no script of it runs and nothing is loaded.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'",
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

server.listen(0, '127.0.0.1', async () => {
  const { port: pagePort } = server.address() as AddressInfo;
  const service: MailboxServiceFile = { pid: process.pid, smtpPort, pagePort };
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'mailbox.json');
  await writeFile(`${file}.next`, JSON.stringify(service));
  await rename(`${file}.next`, file);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
process.once('disconnect', () => process.exit(0));
