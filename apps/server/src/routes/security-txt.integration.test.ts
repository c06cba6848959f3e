import { expect, test } from 'vitest';
import { startTestApp } from '../testing/testing-app.ts';

const ask = async (env: Record<string, string>) => {
  const site = await startTestApp({ env, now: () => Date.parse('2026-11-23T00:00:00Z') });
  try {
    return await site.app.inject({ url: '/.well-known/security.txt', headers: { host: 'localhost' } });
  } finally {
    await site.close();
  }
};

test('security.txt names the contact that is set, and is not there without one', async () => {
  const { body, headers } = await ask({ SECURITY_CONTACT: 'mailto:security@maru.example' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toBe(
    [
      'Contact: mailto:security@maru.example',
      'Expires: 2027-05-22T00:00:00.000Z',
      'Preferred-Languages: en-US, ko-KR',
      'Canonical: http://localhost:3000/.well-known/security.txt',
      '',
    ].join('\n'),
  );
  expect((await ask({})).statusCode).toBe(404);
});
