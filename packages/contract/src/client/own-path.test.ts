import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOwnPath } from './own-path.ts';

test('pages of the site pass as they are', () => {
  const paths = [
    '/',
    '/ko',
    '/homes/for_sale/irvine-ca?price=-1500000&beds=3-&bbox=-117.9,33.6,-117.7,33.8',
    '/ko/homes/for_rent/irvine-ca?q=%EB%82%A8%ED%96%A5#list',
    '/어바인',
    '/my-page?tab=devices',
    '/irvine-ca?next=https://evil.example',
    '/apiary-road',
  ];
  for (const path of paths) expect(parseOwnPath(path), path).toBe(path);
});

test('whatever leads elsewhere does not', () => {
  const paths = [
    undefined,
    null,
    7,
    {},
    ['/'],
    '',
    'irvine-ca',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%2fevil.example',
    '/%2F%2Fevil.example',
    '/%252fevil.example',
    '/ko//evil.example',
    '/ko/%2fevil.example',
    '/%5cevil.example',
    '/%5Cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/%09/evil.example',
    '/%0d%0aset-cookie:a=b',
    '/./\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/%zz',
    '/\u0000',
    '/api/auth/token/refresh',
    '/v1/oauth/google?redirectUrl=/',
    '/ko/v1/oauth/google',
    '/maru/v1/home',
    '/%61pi/auth',
    '/login',
    '/login/redirect?error=failed',
    '/ko/login',
    `/${'a'.repeat(2_000)}`,
  ];
  for (const path of paths) expect(parseOwnPath(path), String(path)).toBeUndefined();
});

test('no text at all leaves the site, as any browser reads it', () => {
  const bits = fc.constantFrom(
    '/',
    '\\',
    '%2f',
    '%5C',
    '%25',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    '\t',
    '\n',
    '\r',
    ' ',
    'evil.example',
    'javascript:',
    'https:',
    'a',
    '가',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(bits, { maxLength: 8 }).map((parts) => parts.join('')),
        fc.string(),
      ),
      (text) => {
        for (const tried of [text, `/${text}`]) {
          const path = parseOwnPath(tried);
          if (path === undefined) continue;
          const base = 'https://maru.example/login';
          expect(new URL(path, base).origin).toBe('https://maru.example');
          expect(new URL(decodeURIComponent(path.split(/[?#]/)[0] as string), base).origin).toBe(
            'https://maru.example',
          );
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
