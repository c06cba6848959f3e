import { parseSearchQuery } from '@maru/listing/search';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../ui/testing-page.tsx';
import type { SearchData } from '../search-data.ts';
import FilterDialog from './filter-dialog.tsx';

const NOT_STATED = 'Include 12 not stated';

/** The dialog of a search with a filter on the year, whose counts come when `answer` is called. */
async function openDialog() {
  let answer: (() => void) | undefined;
  const listHomes = async ({ query }: { query: string }) => {
    if (!query.includes('want=choices')) return { total: 9, unknown: {} };
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { total: 9, unknown: { year: 12 } };
  };
  const data = {
    query: parseSearchQuery({ searchType: 'sale', place: 'irvine-ca', year: '1950-' }).query,
    answer: { total: 9, unknown: {} },
  } as unknown as SearchData;
  const page = await openPage(<FilterDialog data={data} onClose={() => {}} />, {
    client: { listHomes } as never,
  });
  return {
    page,
    /** Answers the latest request, once it is sent. */
    answer: async () => {
      await vi.waitFor(() => expect(answer).toBeDefined());
      await act(async () => answer?.());
      answer = undefined;
    },
  };
}

test('counts that come while a pointer is down wait for its click, since they would move its target away', async () => {
  const { page, answer } = await openDialog();
  const radio = within(screen.getByRole('group', { name: 'Parking spaces' })).getByRole<HTMLInputElement>(
    'radio',
    {
      name: /^1\+/,
    },
  );
  fireEvent.pointerDown(radio);
  await answer();
  expect(screen.queryByRole('checkbox', { name: NOT_STATED })).toBeNull();
  fireEvent.pointerUp(radio);
  await act(async () => radio.click());
  expect(radio.checked).toBe(true);
  // The choice has made the counts outdated: those of the new filters are shown.
  await answer();
  await screen.findByRole('checkbox', { name: NOT_STATED });
  expect(radio.checked).toBe(true);
  await page.close();
});

test('counts are shown at once when no pointer is down', async () => {
  const { page, answer } = await openDialog();
  await answer();
  expect(screen.getByRole('checkbox', { name: NOT_STATED })).toBeTruthy();
  await page.close();
});
