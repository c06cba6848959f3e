import { parseSearchQuery } from '@maru/listing/search';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../ui/testing-page.tsx';
import { SchoolPanel } from './text-panels.tsx';

test.each([
  ['School district', '어바인', 'Irvine Unified'],
  ['School district', 'irvine', 'Irvine Unified'],
  ['School', '노스우드', 'Northwood High'],
  ['School', 'irvine', 'Northwood High'],
])('the field %s keeps “%s”, which it cannot use, and says what it takes', async (label, typed, example) => {
  const onChange = vi.fn();
  const { query } = parseSearchQuery({ place: 'irvine-ca' });
  const page = await openPage(<SchoolPanel query={query} counts={{ unknown: {} }} onChange={onChange} />, {
    client: {
      listHomes: async () => ({ total: 9, unknown: {} }),
      suggestHomes: async () => ({ suggestions: [] }),
    } as never,
  });
  const field = screen.getByRole('textbox', { name: label });
  await userEvent.type(field, `${typed}{Enter}`);
  expect((await screen.findByRole('alert')).textContent).toContain(example);
  expect((field as HTMLInputElement).value).toBe(typed);
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.clear(field);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(field, `${example}{Enter}`);
  expect(onChange).toHaveBeenCalledOnce();
  expect((field as HTMLInputElement).value).toBe('');
  await page.close();
});

test('the field School offers the schools that a Korean name means, and takes the one that is chosen', async () => {
  const onChange = vi.fn();
  const asked: unknown[] = [];
  const { query } = parseSearchQuery({ place: 'irvine-ca' });
  const page = await openPage(<SchoolPanel query={query} counts={{ unknown: {} }} onChange={onChange} />, {
    client: {
      listHomes: async () => ({ total: 9, unknown: {} }),
      suggestHomes: async ({ query }: { query: { text: string; kind: string } }) => {
        asked.push([query.text, query.kind]);
        return {
          suggestions: ['Northwood High, Irvine, CA', 'Northwood Elementary, Irvine, CA'].map((name, at) => ({
            kind: 'school',
            name,
            path: `/homes/for_sale?school=06198500000${at}`,
          })),
        };
      },
    } as never,
  });
  const field = screen.getByRole('textbox', { name: 'School' });
  await userEvent.type(field, '노스우드');
  const offered = await screen.findByRole('button', { name: 'Northwood High, Irvine, CA' });
  expect(asked.at(-1)).toEqual(['노스우드', 'school']);
  await userEvent.type(field, '{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('list');
  expect((field as HTMLInputElement).value).toBe('노스우드');
  await userEvent.click(offered);
  expect(onChange).toHaveBeenCalledWith(
    expect.objectContaining({ place: 'irvine-ca', school: ['061985000000'] }),
    'push',
  );
  expect((field as HTMLInputElement).value).toBe('');
  await page.close();
});
