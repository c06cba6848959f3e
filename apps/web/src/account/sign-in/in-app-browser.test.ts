import { describe, expect, test } from 'vitest';
import { type InApp, inAppBrowser, outsideAddress } from './in-app-browser.ts';

/** As the apps and browsers send them. */
const AGENTS: readonly [InApp | undefined, string][] = [
  [
    'kakaotalk',
    'Mozilla/5.0 (Linux; Android 14; SM-S918N Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36;KAKAOTALK 2510940',
  ],
  [
    'kakaotalk',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 25.9.2',
  ],
  [
    'naver',
    'Mozilla/5.0 (Linux; Android 14; SM-A546N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Whale/1.0.0.0 Crosswalk/29.130.0.14 Mobile Safari/537.36 NAVER(inapp; search; 2000; 12.9.3)',
  ],
  [
    'naver',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1 NAVER(inapp; search; 2000; 12.9.3; 15PRO)',
  ],
  [
    'instagram',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A3354 Instagram 357.0.3.27.91 (iPhone16,1; iOS 18_0; ko_KR; ko; scale=3.00; 1179x2556; 662944209)',
  ],
  [
    'instagram',
    'Mozilla/5.0 (Linux; Android 13; SM-G991N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0 Mobile Safari/537.36 Instagram 340.0.0.22.109 Android',
  ],
  [
    'facebook',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.42.108;FBDV/iPhone15,2;FBSV/17.5]',
  ],
  [
    'facebook',
    'Mozilla/5.0 (Linux; Android 12; SM-G998N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/127.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/470.0.0.50.83;]',
  ],
  [
    'line',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.3.1',
  ],
  [
    'line',
    'Mozilla/5.0 (Linux; Android 13; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Line/14.2.2/IAB',
  ],
  [
    'other',
    'Mozilla/5.0 (Linux; Android 14; SM-S921N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 DaumApps/7.2',
  ],
  [
    undefined,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    undefined,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  ],
  [
    undefined,
    'Mozilla/5.0 (Linux; Android 14; SM-S918N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  ],
  [
    undefined,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Whale/4.29 Safari/537.36',
  ],
  [
    undefined,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  [undefined, 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [undefined, ''],
];

describe('browsers inside other apps', () => {
  test.each(AGENTS)('%s: %s', (app, agent) => {
    expect(inAppBrowser(agent)).toBe(app);
  });
});

describe('the way out keeps the address', () => {
  const url = 'https://maru.example/ko/login?redirectUrl=%2Fko%2Fhomes%2Ffor_sale%3Fbeds%3D3-#a';
  const android = 'Mozilla/5.0 (Linux; Android 14; wv)';
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';

  test('in KakaoTalk by its own address', () => {
    const out = outsideAddress('kakaotalk', android, url) ?? '';
    expect(out).toMatch(/^kakaotalk:\/\/web\/openExternal\?url=/);
    expect(decodeURIComponent(out.split('url=')[1] ?? '')).toBe(url);
  });

  test('in LINE by a word in the address', () => {
    expect(outsideAddress('line', iPhone, url)).toBe(
      'https://maru.example/ko/login?redirectUrl=%2Fko%2Fhomes%2Ffor_sale%3Fbeds%3D3-&openExternalBrowser=1#a',
    );
    expect(outsideAddress('line', iPhone, 'https://maru.example/login')).toBe(
      'https://maru.example/login?openExternalBrowser=1',
    );
  });

  test('elsewhere on Android by an intent, which falls back to the page', () => {
    for (const app of ['naver', 'instagram', 'facebook', 'other'] as const) {
      const out = outsideAddress(app, android, url) ?? '';
      expect(out).toMatch(/^intent:\/\/maru\.example\/ko\/login\?redirectUrl=[^#]+#Intent;scheme=https;/);
      expect(decodeURIComponent(/S\.browser_fallback_url=([^;]+);end$/.exec(out)?.[1] ?? '')).toBe(url);
    }
  });

  test('elsewhere on an iPhone there is none but the menu of the app', () => {
    expect(outsideAddress('instagram', iPhone, url)).toBeUndefined();
    expect(outsideAddress('naver', iPhone, url)).toBeUndefined();
  });
});
