import type { HomeCardAnswer } from '@maru/contract';
import { afterEach, expect, test } from 'vitest';
import { openPage } from '../queries/testing-page.tsx';
import { HomeChoice } from '../shortlist/home-choice.tsx';
import { CompareTable } from './compare-table.tsx';

const plain = {
  homeId: 'h1',
  path: '/ca/irvine/1-oak-st-92620/h1',
  searchType: 'sale',
  dataset: 'd',
  homeType: 'house',
  standardStatus: 'Active',
  listPrice: 900_000,
  bedroomsTotal: 3,
  bathroomsTotalDecimal: 2,
  livingArea: 1_500,
  lotSizeSquareFeet: null,
  yearBuilt: null,
  associationFeeMonthly: null,
  listedAt: null,
  streetLine: '1 Oak St',
  city: 'Irvine',
  stateOrProvince: 'CA',
  photo: 'd/p1',
  photoAlteration: [],
} as unknown as HomeCardAnswer;
const staged = { ...plain, homeId: 'h2', photoAlteration: ['Virtual Staging - Item Addition'] };
const bare = { ...staged, homeId: 'h3', photo: null };

let page: Awaited<ReturnType<typeof openPage>> | undefined;
afterEach(async () => page?.close());

const LABEL = 'Digitally altered photo';

test('the comparison labels an altered photo on the picture (rule R7)', async () => {
  const listCards = async () => ({ listings: [plain, staged, bare], gone: [], sources: [] });
  page = await openPage(<CompareTable ids={['h1', 'h2', 'h3']} />, { client: { listCards } as never });
  const heads = [...document.querySelectorAll('th[scope=col]')].map((head) =>
    head.textContent?.includes(LABEL),
  );
  expect(heads).toEqual([false, true, false]);
});

test('so does the choice of homes for a shared list', async () => {
  page = await openPage(
    <HomeChoice homes={[plain, staged, bare]} chosen={new Set()} onChange={() => undefined} />,
    { client: {} },
  );
  const rows = [...document.querySelectorAll('li')].map((row) => row.textContent?.includes(LABEL));
  expect(rows).toEqual([false, true, false]);
});
