import { DAY_MS } from '@maru/listing/time';
import { LANGUAGE_TAGS, LOCALES } from '@maru/words';
import type { FastifyInstance } from 'fastify';
import { notFoundAt } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

/** RFC 9116 asks for a date less than a year ahead (ms). */
const VALID_FOR = 180 * DAY_MS;

/** GET /.well-known/security.txt (RFC 9116): where to report vulnerabilities; 404 when `SECURITY_CONTACT` is not set. */
export function registerSecurityTxt(
  app: FastifyInstance,
  { settings, now }: Pick<Parts, 'settings' | 'now'>,
): void {
  const { securityContact, publicUrl } = settings;
  app.get('/.well-known/security.txt', async (request, reply) => {
    if (securityContact === '') throw notFoundAt(request.url);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(now() + VALID_FOR).toISOString()}`,
      `Preferred-Languages: ${LOCALES.map((locale) => LANGUAGE_TAGS[locale]).join(', ')}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}
