import { parseSearchQuery } from '@maru/listing/search';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../ui/testing-page.tsx';
import { SchoolPanel } from './text-panels.tsx';

test.each([
  ['School district', '어바인', 'Irvine Unified'],
  ['School', '노스우드', 'Northwood High'],
])('the field %s keeps “%s”, which it cannot use, and says what it takes', async (label, typed, example) => {
  const onChange = vi.fn();
  const { query } = parseSearchQuery({ place: 'irvine-ca' });
  const page = await openPage(<SchoolPanel query={query} counts={{ unknown: {} }} onChange={onChange} />, {
    client: { listHomes: async () => ({ total: 9, unknown: {} }) } as never,
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
