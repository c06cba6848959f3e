import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

test('a button in a form submits only where its type says so', async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const press = vi.fn();
  render(
    <form onSubmit={submit}>
      <Button onClick={press}>Add</Button>
      <Button type="submit" variant="primary">
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(press).toHaveBeenCalledOnce();
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(submit).toHaveBeenCalledOnce();
});

test('a disabled button is not pressed', async () => {
  const press = vi.fn();
  render(
    <Button disabled onClick={press}>
      Save
    </Button>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(press).not.toHaveBeenCalled();
});

test('every variant but `bare` is a target of at least 44 px', () => {
  const variants = ['primary', 'secondary', 'danger', 'quiet', 'row', 'link', 'underlined', 'aside'] as const;
  const others = ['chip', 'chosen', 'float', 'float-primary', 'icon', 'icon-outlined'] as const;
  for (const variant of [...variants, ...others]) {
    const { container, unmount } = render(<Button variant={variant}>OK</Button>);
    expect(container.querySelector('button')?.className).toMatch(/(^| )(min-h|size)-1[12]( |$)/);
    unmount();
  }
});
