import { expect, test } from 'vitest';
import { addressOf, contentSecurityPolicy, preferredLocale } from './pages.ts';

test('the policy names the hash of each inline script and of nothing else', () => {
  const policy = contentSecurityPolicy('<script src="/a.js"></script><script class="x">go()</script>', false);
  expect(policy.match(/'sha256-/g)).toHaveLength(1);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(policy).toContain("default-src 'none'");
});

test('Google’s hosts are in the policy only where its map is', () => {
  expect(contentSecurityPolicy('', false)).not.toContain('google');
  const policy = contentSecurityPolicy('', false, 'https://maps.googleapis.com/maps/api/js');
  expect(policy).toMatch(/script-src [^;]*https:\/\/maps\.googleapis\.com/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
});

test.each([
  ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['fr,ko;q=0.3,en;q=0.2', 'ko'],
  ['ko;q=0,en;q=0.1', 'en'],
  ['fr-FR', undefined],
  ['', undefined],
  [undefined, undefined],
])('a browser that prefers %s is shown %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

test.each([
  ['/irvine-ca?beds=3-', '/irvine-ca', '?beds=3-'],
  ['//', '//', ''],
  ['//evil.example/x', '//evil.example/x', ''],
  ['/\\evil.example', '//evil.example', ''],
  ['http://evil.example/irvine-ca?a=1', '/irvine-ca', '?a=1'],
  ['http://[', '/', ''],
  ['*', '/*', ''],
  ['?a', '/', '?a'],
])('the request line %s asks for %s of this site', (line, pathname, search) => {
  expect(addressOf(line)).toEqual({ pathname, search });
});
