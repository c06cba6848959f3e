import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openPage } from '../../ui/testing-page.tsx';
import type { SectionPart } from './home-page-data.ts';
import { SectionNav } from './section-nav.tsx';

vi.mock('../../browser/within-page.ts', () => ({ goWithinPage: (event: Event) => event.preventDefault() }));

const PARTS = (['ledger', 'facts'] as const).map(
  (id): SectionPart => ({ id, title: `listing.${id}`, isShown: () => true }),
);

afterEach(() => vi.unstubAllGlobals());

/** The nav over two sections. `scroll` puts their tops somewhere; `report` is what the browser does some frames later. */
async function openNav() {
  let report = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: () => void) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  const tops: Record<string, number> = {};
  const page = await openPage(
    <>
      <SectionNav parts={PARTS} />
      {PARTS.map(({ id }) => (
        <section
          key={id}
          id={id}
          ref={(one) => {
            if (one !== null) one.getBoundingClientRect = () => new DOMRect(0, tops[id], 300, 100);
          }}
        />
      ))}
    </>,
    { client: {} },
  );
  return {
    page,
    scroll: (ledger: number) => Object.assign(tops, { ledger, facts: ledger + 100 }),
    report: () => act(async () => report()),
    readCurrent: () =>
      screen.getAllByRole<HTMLAnchorElement>('link').find((one) => one.hasAttribute('aria-current'))?.hash,
  };
}

test('a report of before a press does not take the mark from the section that was pressed', async () => {
  const { page, scroll, report, readCurrent } = await openNav();
  scroll(600);
  await report();
  expect(readCurrent()).toBeUndefined();
  fireEvent.click(screen.getAllByRole('link')[1] as Element);
  // The press has scrolled: the other section is still in the band, before this one.
  scroll(20);
  await report();
  expect(readCurrent()).toBe('#facts');
  // The visitor scrolls back.
  scroll(250);
  await report();
  expect(readCurrent()).toBe('#ledger');
  await page.close();
});
