import { expect, test } from 'vitest';
import { addressOf, contentSecurityPolicy } from './pages.ts';

test('the policy names the hash of each inline script and of nothing else', () => {
  const policy = contentSecurityPolicy('<script src="/a.js"></script><script class="x">go()</script>', false);
  expect(policy.match(/'sha256-/g)).toHaveLength(1);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(policy).toContain("default-src 'none'");
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
