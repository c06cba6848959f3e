import type { HistoryRow } from '@maru/contract';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createWords, WordsProvider } from '../../i18n/words.tsx';
import { homeAnswer } from '../testing-home.ts';
import { Ledger } from './ledger.tsx';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const ROUTER = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory(),
  context: { site: { wonRate: { won: 1_450, asOf: '2026-11-20', isSample: false } } },
} as never);
const row = (id: number, own: Partial<HistoryRow>): HistoryRow => ({
  id: `kc-${id}`,
  kind: 'price',
  oldValue: null,
  newValue: null,
  changes: [],
  sourceTime: `2026-11-1${id}T10:00:00.000Z`,
  seenTime: `2026-11-1${id}T10:05:00.000Z`,
  dataset: 'test',
  listingId: null,
  ...own,
});
const HISTORY = [
  row(6, { oldValue: 880_000, newValue: 870_000 }),
  row(5, { kind: 'photos', oldValue: 20, newValue: 24 }),
  row(4, { kind: 'back_on_market', newValue: 'Active' }),
  row(3, { kind: 'status', newValue: 'Pending', sourceTime: null }),
  row(2, {
    kind: 'facts',
    changes: [
      { field: 'bedroomsTotal', oldValue: 3, newValue: 4 },
      { field: 'publicRemarks', oldValue: null, newValue: null },
    ],
  }),
  row(1, { oldValue: 900_000, newValue: 880_000 }),
];

function render(locale: 'en' | 'ko', history = HISTORY): string {
  const home = { ...homeAnswer({ listPrice: 870_000 }), history, ledgerHash: 'f00d' };
  home.history = history.map((one) => ({ ...one, listingId: home.listing.listingId }));
  return renderToString(
    <RouterContextProvider router={ROUTER}>
      <WordsProvider words={createWords(locale, compileMessages(CATALOGUES[locale]), 'v')}>
        <Ledger home={home} market={null} now={NOW} />
      </WordsProvider>
    </RouterContextProvider>,
  ).replaceAll('<!-- -->', '');
}

test('six changes are six rows, newest first, each with an address of its own, in both languages', () => {
  for (const locale of ['en', 'ko'] as const) {
    const html = render(locale);
    expect([...html.matchAll(/<li id="change-(kc-\d)"/g)].map(([, id]) => id)).toEqual(
      HISTORY.map((one) => one.id),
    );
    expect(html).toContain('href="#change-kc-6"');
    expect(html).toContain('f00d');
  }
});

test('a row says what changed, by how much, when by its source and when it was seen', () => {
  const html = render('en');
  expect(html).toContain('Beds: 3 → 4');
  // In won too, where one reads Korean.
  expect(render('ko')).toContain('약 12.6억 원');
  expect(html).not.toContain('억 원');
  expect(html).toContain('Description changed');
  expect(html).toContain('20 → 24 photos');
  expect(html).toContain('−$10,000 (−1.1%)');
  expect(html).toContain('The source gives no date');
  expect(html).toMatch(/seen by Maru Nov 16, 2026/);
  expect(html).toContain('The price went from $880,000 (Nov 11, 2026) to $870,000');
});

test('where nothing is known nothing is drawn', () => {
  const html = render('ko', []);
  expect(html).not.toContain('<svg');
  expect(html).not.toContain('f00d');
});
