import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received email. */
export interface ReceivedLetter {
  number: number;
  from: string;
  /** Recipients of the SMTP envelope. */
  to: string[];
  replyTo: string;
  subject: string;
  messageId: string;
  text: string;
  html: string;
  date: string;
  headers: { key: string; value: string }[];
  raw: string;
}

export interface Smtp {
  port: number;
  /** Oldest first. */
  letters: ReceivedLetter[];
  close(): Promise<void>;
}

/**
 * An SMTP server on loopback that keeps received emails in memory. `refuse` may reject an email after DATA with an
 * SMTP status such as 550 or 451.
 */
export async function startSmtp(
  options: { port?: number; keep?: number; refuse?: (to: string[], raw: string) => number | undefined } = {},
): Promise<Smtp> {
  const { port = 0, keep = 10_000, refuse } = options;
  const letters: ReceivedLetter[] = [];
  let number = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const status = refuse?.(to, raw);
        if (status !== undefined) {
          done(Object.assign(new Error('refused by the test'), { responseCode: status }));
          return;
        }
        const mail = await PostalMime.parse(raw);
        number += 1;
        letters.push({
          number,
          from: mail.from?.address ?? '',
          to,
          replyTo: mail.replyTo?.map(({ address }) => address ?? '').join(', ') ?? '',
          subject: mail.subject ?? '',
          messageId: mail.messageId ?? '',
          text: mail.text ?? '',
          html: mail.html ?? '',
          date: new Date().toISOString(),
          headers: mail.headers.map(({ key, value }) => ({ key, value })),
          raw,
        });
        if (letters.length > keep) letters.shift();
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    letters,
    close: () => new Promise((done) => server.close(done)),
  };
}
