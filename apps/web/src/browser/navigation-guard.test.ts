import { describe, expect, test } from 'vitest';
import { buildPageView, isHomePath, isSearchByAddress } from './navigation-guard.ts';

describe('the navigation guard', () => {
  test('treats / and /ko as the home page, and nothing else', () => {
    for (const path of ['/', '/ko']) expect([path, isHomePath(path)]).toEqual([path, true]);
    for (const path of ['', '/ko/', '//', '/en', '/koreatown', '/ko/sell', '/sell', '/KO'])
      expect([path, isHomePath(path)]).toEqual([path, false]);
  });

  test('treats paths containing /irvine, or having a searchAddress parameter, as search by address', () => {
    for (const path of ['/irvine-ca', '/ko/irvine', '/homes/for_sale/irvine-ca', '/ca/irvine/92620'])
      expect([path, isSearchByAddress(path)]).toEqual([path, true]);
    expect(isSearchByAddress('/tustin-ca', { searchAddress: 'tustin-ca' })).toBe(true);
    for (const params of [{}, { searchAddress: '' }, { searchAddress: undefined }, { address: 'x' }])
      expect(isSearchByAddress('/tustin-ca', params)).toBe(false);
    expect(isSearchByAddress('/north-irvine-ca')).toBe(false);
  });

  test('tells _source to the page-view event, where it is a name', () => {
    const view = (search: Record<string, unknown>) => buildPageView({ path: '/ko', search, route: 'front' });
    expect(view({ _source: 'user' })).toEqual({
      path: '/',
      route: 'front',
      kind: 'home',
      source: 'user',
      isSecret: false,
    });
    for (const _source of [undefined, '', 'two words', 'x'.repeat(41), ['a', 'b'], '<b>'])
      expect(view({ _source }).source).toBeNull();
    expect(buildPageView({ path: '/irvine-ca', search: {}, route: 'search-address' }).kind).toBe('search');
  });
});
