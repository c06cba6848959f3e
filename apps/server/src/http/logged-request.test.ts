import { expect, test } from 'vitest';
import { loggedRequest } from './logged-request.ts';

const urlOf = (url: string) => loggedRequest({ method: 'GET', url, id: '1' }).url;

test.each([
  '/maru/v1/home/list?beds=2-&to=33.684,-117.826&sort=commute',
  '/maru/v1/home/list?to2=33.684,-117.826,car,0800&sort=commute',
  '/maru/v1/home/list?to=33.684%2C-117.826',
  '/maru/v1/home/list?%74o=33.684,-117.826',
  '/maru/v1/home/list?TO=33.684,-117.826&to=33.684,-117.826',
  '/maru/v1/home/list?to[]=33.684,-117.826',
  '/homes/for_sale?commute=car,0800,-40&to=33.684,-117.826',
])('where somebody commutes to is in no log: %s', (url) => {
  expect(urlOf(url)).not.toContain('33.684');
  expect(urlOf(url)).toContain(url.split('?')[0]);
});

test('the rest of an address is logged as it is', () => {
  expect(urlOf('/maru/v1/home/list?beds=2-&to=1,2&total=3')).toBe('/maru/v1/home/list?beds=2-&to=…&total=3');
  expect(urlOf('/healthz')).toBe('/healthz');
});

test.each([
  '/maru/v1/receipt/SECRET-token_1',
  '/maru/v1/receipt/SECRET-token_1/withdraw',
  '/v1/receipt/SECRET-token_1?locale=ko',
  '/maru/v1/home/report/SECRET-token_1',
  '/v1/report/SECRET-token_1?locale=ko',
  '/v1/unsubscribe/SECRET-token_1',
  '/receipt?token=SECRET-token_1',
  '/ko/receipt?%74oken=SECRET-token_1&x=1',
  '/maru/v1/shortlist/SECRET-token_1',
  '/maru/v1/shortlist/SECRET-token_1/votes',
  '/ko/shortlist?key=SECRET-token_1',
  '/uploads/1.webp?expires=5&signature=SECRET-token_1',
  '/ko/login?redirectUrl=%2Freceipt%3Ftoken%3DSECRET-token_1',
])('what opens a receipt, a family’s list or an upload is in no log: %s', (url) => {
  expect(urlOf(url)).not.toContain('SECRET');
});

test('what a provider of sign-ins sends back by the browser is left out', () => {
  expect(urlOf('/v1/oauth/kakao/callback?code=secret&state=secret&iss=https://kauth.kakao.com')).toBe(
    '/v1/oauth/kakao/callback?code=…&state=…&iss=https://kauth.kakao.com',
  );
});
