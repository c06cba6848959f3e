import { expect, test } from 'vitest';
import { apiOrigins, chooseApiUrl } from './api-hosts.ts';

test('an API is where the page is, unless a setting says otherwise', () => {
  expect(chooseApiUrl('', 'maru.example')).toBe('');
  expect(chooseApiUrl('https://api.maru.example/', 'maru.example')).toBe('https://api.maru.example');
  expect(chooseApiUrl('not an address', 'maru.example')).toBe('');
});

test('one build asks another API on another host', () => {
  const setting =
    'localhost:3000=http://127.0.0.1:4000, *.dev.maru.example=https://dev-api.maru.example,maru.example=https://api.maru.example/v';
  expect(chooseApiUrl(setting, 'localhost:3000')).toBe('http://127.0.0.1:4000');
  expect(chooseApiUrl(setting, 'localhost:3001')).toBe('');
  expect(chooseApiUrl(setting, 'seven.dev.maru.example')).toBe('https://dev-api.maru.example');
  expect(chooseApiUrl(setting, 'dev.maru.example.evil')).toBe('');
  expect(chooseApiUrl(setting, 'maru.example:443')).toBe('https://api.maru.example/v');
  expect(apiOrigins(setting)).toEqual([
    'http://127.0.0.1:4000',
    'https://dev-api.maru.example',
    'https://api.maru.example',
  ]);
  expect(apiOrigins('')).toEqual([]);
});
