import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';

test('a press on the words ticks the box, whose name they are', async () => {
  const change = vi.fn();
  render(<Checkbox onChange={({ target }) => change(target.checked)}>Pool</Checkbox>);
  await userEvent.click(screen.getByText('Pool'));
  expect(change).toHaveBeenCalledWith(true);
  expect(screen.getByRole('checkbox', { name: 'Pool' })).toHaveProperty('checked', true);
});

test('a disabled box stays as it is', async () => {
  render(
    <Checkbox disabled defaultChecked>
      Pool
    </Checkbox>,
  );
  await userEvent.click(screen.getByText('Pool'));
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true);
});
