import { parseSearchQuery, type SearchQuery } from '@maru/listing/search';
import { fireEvent, screen } from '@testing-library/react';
import { act, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../../ui/testing-page.tsx';
import { YearFields } from './range-fields.tsx';

test('a text that is sent after a pause keeps a filter that was set during the pause', async () => {
  const onChange = vi.fn<(next: SearchQuery) => void>();
  let setQuery: (next: SearchQuery) => void = () => {};
  function Panel() {
    const [query, set] = useState(parseSearchQuery({ place: 'irvine-ca' }).query);
    setQuery = (next) => set({ ...query, ...next });
    return <YearFields query={query} filter="year" legend="Year" onChange={onChange} />;
  }
  const page = await openPage(<Panel />, { client: {} });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(screen.getByRole('textbox', { name: 'From' }), { target: { value: '1950' } });
  await act(async () => setQuery({ beds: { min: 2 } } as SearchQuery));
  expect(onChange).not.toHaveBeenCalled();
  await act(async () => vi.runAllTimers());
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ beds: { min: 2 }, year: { min: 1950 } });
  await page.close();
});
