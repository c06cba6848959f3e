import { expect, test } from 'vitest';
import { sharedAddress } from './shared-address.ts';

test.each([
  [
    '/homes/for_sale/irvine-ca?beds=3-&_source=user&view=map&home=h7k2m9',
    '/homes/for_sale/irvine-ca?beds=3-',
  ],
  [
    '/ko/homes/for_sale?bbox=-118,33,-117,34&q=%EC%88%98%EC%98%81%EC%9E%A5#results',
    '/ko/homes/for_sale?bbox=-118,33,-117,34&q=%EC%88%98%EC%98%81%EC%9E%A5',
  ],
  ['/ca/irvine/1-oak-st-92620/h7k2m9?_source=user', '/ca/irvine/1-oak-st-92620/h7k2m9'],
  ['/irvine-ca?homes=1', '/irvine-ca?homes=1'],
])('%s is passed on as %s', (path, shared) => {
  expect(sharedAddress(`https://maru.example${path}`)).toBe(`https://maru.example${shared}`);
});
