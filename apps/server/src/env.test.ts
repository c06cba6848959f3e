import { expect, test } from 'vitest';
import { parseSettings, SettingsError } from './env.ts';

test('a trial start needs no settings', () => {
  const settings = parseSettings({ MARU_MODE: 'trial' });
  expect(settings).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: '',
  });
});

test('every wrong setting is named at once, and no value is quoted', () => {
  const wrong = { MARU_MODE: 'trial', PORT: 'eighty', DATABASE_URL: 'mysql://secret', ROLES: 'web,cook' };
  const faults = (() => {
    try {
      parseSettings(wrong);
    } catch (error) {
      return error instanceof SettingsError ? error.message : '';
    }
    return '';
  })();
  for (const name of ['PORT', 'DATABASE_URL', 'ROLES']) expect(faults).toContain(name);
  expect(faults).not.toContain('secret');
});

test('trial mode refuses to be reached from elsewhere', () => {
  expect(() => parseSettings({ MARU_MODE: 'trial', HOST: '0.0.0.0' })).toThrow(/HOST/);
  expect(() => parseSettings({ MARU_MODE: 'trial', PUBLIC_URL: 'https://maru.example' })).toThrow(
    /PUBLIC_URL/,
  );
});

test('production must know its public address', () => {
  expect(() => parseSettings({})).toThrow(/PUBLIC_URL/);
  expect(parseSettings({ PUBLIC_URL: 'https://maru.example/' }).publicUrl).toBe('https://maru.example');
});
