import { expect, test } from 'vitest';
import { sharedAddresses } from './share-dialog.tsx';

test.each([
  [
    '/homes/for_sale/irvine-ca?beds=3-&_source=user&view=map&home=h7k2m9',
    '/homes/for_sale/irvine-ca?beds=3-',
  ],
  [
    '/ko/homes/for_sale?bbox=-118,33,-117,34&q=%EC%88%98%EC%98%81%EC%9E%A5#results',
    '/homes/for_sale?bbox=-118,33,-117,34&q=%EC%88%98%EC%98%81%EC%9E%A5',
  ],
  ['/ca/irvine/1-oak-st-92620/h7k2m9?_source=user', '/ca/irvine/1-oak-st-92620/h7k2m9'],
  ['/irvine-ca?homes=1', '/irvine-ca?homes=1'],
  ['/koreatown-los-angeles-ca', '/koreatown-los-angeles-ca'],
  ['/irvine-ca?commute=car,0800,-40&to=33.684,-117.826', '/irvine-ca?commute=car,0800,-40'],
])('%s is passed on as %s, in both languages', (path, shared) => {
  const { en, ko } = sharedAddresses(`https://maru.example${path}`);
  expect(en).toBe(`https://maru.example${shared}`);
  expect(ko).toBe(`https://maru.example/ko${shared}`);
});

test('where one commutes to goes along only when one says so', () => {
  const { ko } = sharedAddresses('https://maru.example/irvine-ca?to=1,2&sort=commute', '33.684,-117.826');
  expect(ko).toBe('https://maru.example/ko/irvine-ca?sort=commute&to=33.684,-117.826');
  expect(sharedAddresses('https://maru.example/?_source=x').ko).toBe('https://maru.example/ko');
});
