import { describe, expect, test } from 'vitest';
import { hasOneHost } from './host-header.ts';

const head = (hosts: string[], url = '/', httpVersion = '1.1') => ({
  httpVersion,
  url,
  rawHeaders: [
    'Accept',
    'host',
    ...hosts.flatMap((host, at) => [at === 0 ? 'Host' : 'hOST', host]),
    'X',
    'y',
  ],
});

describe('one host is named', () => {
  test.each([
    'maru.example',
    'MARU.example:443',
    'localhost:3000',
    'localhost:',
    'a_b.c-d.example.',
    '127.0.0.1:65535',
    '[::1]',
    '[::ffff:127.0.0.1]:3000',
  ])('by %s', (host) => {
    expect(hasOneHost(head([host]))).toBe(true);
    expect(hasOneHost(head([host], '*'))).toBe(true);
    expect(hasOneHost(head([host], '//other/path?http://other'))).toBe(true);
  });

  test.each([
    ['maru.example', 'http://maru.example/homes'],
    ['maru.example', 'HTTP://MARU.example'],
    ['maru.example', 'http://maru.example:80/'],
    ['maru.example:80', 'http://maru.example?a=1'],
    ['maru.example:443', 'https://maru.example/'],
    ['localhost:3000', 'http://localhost:03000/'],
    ['[::1]:3000', 'http://[::1]:3000/'],
  ])('by %s and by %s', (host, url) => {
    expect(hasOneHost(head([host], url))).toBe(true);
  });

  test('by nothing in HTTP/1.0, which has no virtual hosts', () => {
    expect(hasOneHost(head([], '/', '1.0'))).toBe(true);
  });
});

describe('no one host is named', () => {
  test('without Host, from HTTP/1.1 on', () => {
    expect(hasOneHost(head([]))).toBe(false);
    expect(hasOneHost(head([], 'http://maru.example/'))).toBe(false);
  });

  test.each(['1.0', '1.1'])('by two of them in HTTP/%s, equal or not', (version) => {
    expect(hasOneHost(head(['maru.example', 'other.example'], '/', version))).toBe(false);
    expect(hasOneHost(head(['maru.example', 'maru.example'], '/', version))).toBe(false);
  });

  test.each([
    '',
    ' ',
    'a b',
    'a\tb',
    'user@maru.example',
    'user:secret@maru.example',
    'maru.example/path',
    'maru.example?a',
    'maru.example#a',
    'maru.example\\a',
    'http://maru.example',
    'a.example, b.example',
    'a.example,b.example',
    'loc%61lhost',
    'maru.example:http',
    'maru.example:65536',
    'maru.example:-1',
    'maru.example:80:80',
    ':80',
    '::1',
    '[::1',
    '[]',
    '[127.0.0.1]',
    '[fe80::1%25lo]',
    'marü.example',
    'a'.repeat(256),
  ])('by %j', (host) => {
    expect(hasOneHost(head([host]))).toBe(false);
    expect(hasOneHost(head([host], '/', '1.0'))).toBe(false);
  });

  test.each([
    ['maru.example', 'http://other.example/'],
    ['maru.example', 'http://maru.example:8080/'],
    ['maru.example:8080', 'http://maru.example/'],
    ['maru.example:443', 'http://maru.example/'],
    ['maru.example', 'http://user@maru.example/'],
    ['maru.example', 'http://maru.example\\@other.example/'],
    ['maru.example', 'http://maru.example:65616/'],
    ['[::1]', 'http://[::2]/'],
    ['maru.example', 'http://maru.example.other.example/'],
    ['maru.example', 'http:///maru.example'],
    ['maru.example', 'ftp://maru.example/'],
    ['maru.example', 'maru.example:443'],
    ['maru.example', ''],
  ])('by %s and by %j', (host, url) => {
    expect(hasOneHost(head([host], url))).toBe(false);
  });
});
