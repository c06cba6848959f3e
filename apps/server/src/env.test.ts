import { expect, test } from 'vitest';
import { parseSettings, SettingsError } from './env.ts';
import { PRODUCTION } from './testing/testing-settings.ts';

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
  expect(parseSettings({ ...PRODUCTION, PUBLIC_URL: 'https://maru.example/' }).publicUrl).toBe(
    'https://maru.example',
  );
});

test('keys are walked every ten minutes in production and every minute in a trial, unless said otherwise', () => {
  const production = PRODUCTION;
  expect(parseSettings(production).reconcileEvery).toBe(600);
  expect(parseSettings({ MARU_MODE: 'trial' }).reconcileEvery).toBe(60);
  expect(parseSettings({ ...production, RECONCILE_EVERY: '30' }).reconcileEvery).toBe(30);
  expect(() => parseSettings({ ...production, RECONCILE_EVERY: '0' })).toThrow(/RECONCILE_EVERY/);
});

test('a token for /metrics is kept as it is, and one with a blank is refused without being quoted', () => {
  const production = PRODUCTION;
  expect(parseSettings(production).metricsToken).toBe('');
  expect(parseSettings({ ...production, METRICS_TOKEN: 's3cret' }).metricsToken).toBe('s3cret');
  expect(() => parseSettings({ ...production, METRICS_TOKEN: 'two words' })).toThrow(/^METRICS_TOKEN[^w]*$/);
});

test('the rate of home loans comes with its day', () => {
  const production = PRODUCTION;
  expect(parseSettings(production).mortgageRate).toBeNull();
  expect(parseSettings({ ...production, MORTGAGE_RATE: '6.36,2026-11-19' }).mortgageRate).toEqual({
    percent: 6.36,
    asOf: '2026-11-19',
  });
  for (const wrong of ['6.36', '60,2026-11-19', '6,2026-13-40', 'six,2026-11-19']) {
    expect(() => parseSettings({ ...production, MORTGAGE_RATE: wrong })).toThrow(/MORTGAGE_RATE/);
  }
});

test('production starts with the keys of both providers, or with the word that one is not offered', () => {
  const { kakao, google, googleIdentityScriptUrl } = parseSettings(PRODUCTION);
  expect(kakao).toEqual({
    clientId: 'kakao-id',
    clientSecret: 'kakao-secret',
    issuer: 'https://kauth.kakao.com',
  });
  expect(google?.issuer).toBe('https://accounts.google.com');
  expect(googleIdentityScriptUrl).toBe('https://accounts.google.com/gsi/client');
  for (const name of ['KAKAO_CLIENT_ID', 'KAKAO_CLIENT_SECRET', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']) {
    expect(() => parseSettings({ ...PRODUCTION, [name]: '' }), name).toThrow(
      new RegExp(`^${name} must be set[^\n]*$`),
    );
  }
  expect(parseSettings({ ...PRODUCTION, KAKAO_CLIENT_ID: 'none' }).kakao).toBeNull();
  // A process that serves nobody signs nobody in.
  expect(parseSettings({ PUBLIC_URL: 'https://maru.example', ROLES: 'feeds' }).google).toBeNull();
  expect(() => parseSettings({ ...PRODUCTION, KAKAO_ISSUER: 'http://kauth.example' })).toThrow(
    /KAKAO_ISSUER/,
  );
});

test('the addresses of the first admins are read as people write them', () => {
  const { adminEmails } = parseSettings({
    ...PRODUCTION,
    ADMIN_EMAILS: ' Owner@Example.com, second@example.com,',
  });
  expect([...adminEmails]).toEqual(['owner@example.com', 'second@example.com']);
  expect(() => parseSettings({ ...PRODUCTION, ADMIN_EMAILS: 'owner' })).toThrow(/ADMIN_EMAILS/);
  expect(() => parseSettings({ ...PRODUCTION, ACCESS_TOKEN_SECONDS: '901' })).toThrow(/ACCESS_TOKEN_SECONDS/);
});
test('won are known at a rate with its day: the owner’s, else in trial mode an example that is said to be one', () => {
  const wonRate = (env: Record<string, string>) => parseSettings({ ...PRODUCTION, ...env }).wonRate;
  expect(wonRate({ FX_KRW: '1450.5,2026-11-21' })).toEqual({
    won: 1450.5,
    asOf: '2026-11-21',
    isSample: false,
  });
  expect(wonRate({})).toBeNull();
  expect(parseSettings({ MARU_MODE: 'trial' }).wonRate).toMatchObject({ isSample: true });
  for (const bad of ['1450', '1450,yesterday', 'x,2026-11-21'])
    expect(() => parseSettings({ MARU_MODE: 'trial', FX_KRW: bad })).toThrow('FX_KRW');
});

test('remarks are translated only where it is said by whom', () => {
  const translation = (env: object) => parseSettings({ MARU_MODE: 'trial', ...env }).translation;
  expect(translation({})).toBeNull();
  expect(translation({ TRANSLATION_URL: 'http://127.0.0.1:5000/' })).toEqual({
    url: 'http://127.0.0.1:5000',
    key: '',
  });
  for (const bad of [{ TRANSLATION_URL: 'ftp://x' }, { TRANSLATION_KEY: 'k' }])
    expect(() => translation(bad)).toThrow('TRANSLATION_URL');
});

test('links are passed on by KakaoTalk only with a key', () => {
  expect(parseSettings({ MARU_MODE: 'trial' }).kakaoShare).toBeNull();
  expect(parseSettings({ MARU_MODE: 'trial', KAKAO_JAVASCRIPT_KEY: 'a1b2' }).kakaoShare).toMatchObject({
    key: 'a1b2',
  });
  for (const bad of [{ KAKAO_JAVASCRIPT_KEY: 'a"b' }, { KAKAO_SHARE_SCRIPT_URL: 'ftp://x' }])
    expect(() => parseSettings({ MARU_MODE: 'trial', ...bad })).toThrow(Object.keys(bad)[0]);
});

test('Google’s map is there only with a key', () => {
  expect(parseSettings({ MARU_MODE: 'trial' }).googleMaps).toBeNull();
  expect(parseSettings({ MARU_MODE: 'trial', GOOGLE_MAPS_API_KEY: 'abc_D-1' }).googleMaps).toEqual({
    key: 'abc_D-1',
    scriptUrl: 'https://maps.googleapis.com/maps/api/js',
  });
  expect(() => parseSettings({ MARU_MODE: 'trial', GOOGLE_MAPS_API_KEY: 'a b"' })).toThrow(
    'GOOGLE_MAPS_API_KEY',
  );
});

test('services of third parties are off unless they are set, and what is none stops the start', () => {
  expect(parseSettings(PRODUCTION).thirdParties).toEqual({
    analytics: null,
    tagManager: null,
    errorTracking: null,
    experiments: {},
  });
  const { thirdParties } = parseSettings({
    ...PRODUCTION,
    ANALYTICS_ID: 'G-1',
    ERROR_TRACKING_DSN: 'https://key@errors.example/under/7',
    EXPERIMENTS: 'front_order:as_was,by_price; other:a,b',
  });
  expect(thirdParties.analytics).toEqual({
    id: 'G-1',
    scriptUrl: 'https://www.googletagmanager.com/gtag/js',
  });
  expect(thirdParties.errorTracking).toEqual({
    url: 'https://errors.example/under/api/7/envelope/',
    key: 'key',
  });
  expect(thirdParties.experiments).toEqual({ front_order: ['as_was', 'by_price'], other: ['a', 'b'] });
  for (const [name, value] of [
    ['ANALYTICS_ID', '<script>'],
    ['ERROR_TRACKING_DSN', 'https://errors.example/7'],
    ['ERROR_TRACKING_DSN', 'nonsense'],
    ['EXPERIMENTS', 'one:only'],
    ['EXPERIMENTS', 'a:b,c;a:d,e'],
    ['ICON_FALLBACK_URL', 'ftp://icons.example'],
  ] as const)
    expect(() => parseSettings({ ...PRODUCTION, [name]: value })).toThrow(new RegExp(name));
});
