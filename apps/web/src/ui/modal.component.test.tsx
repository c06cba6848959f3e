import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Modal } from './modal.tsx';

function Screen({ closesBeside = false }: { closesBeside?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        label="Share"
        shape="box"
        closesBeside={closesBeside}
      >
        <button type="button" onClick={() => setOpen(false)}>
          Done
        </button>
      </Modal>
    </>
  );
}

async function open(closesBeside = false): Promise<void> {
  const history = createMemoryHistory();
  const routeTree = createRootRoute({ component: () => <Screen closesBeside={closesBeside} /> });
  render(<RouterProvider router={createRouter({ routeTree, history }) as never} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  expect(screen.getByRole('dialog', { name: 'Share' })).toHaveProperty('open', true);
}

test('closed, it is not in the page, and what opened it has the focus', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
});

test('what the browser closes, such as by Escape, is closed', async () => {
  await open();
  act(() => (screen.getByRole('dialog') as HTMLDialogElement).close());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a press beside it closes it only where it is told to', async () => {
  await open();
  await userEvent.click(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).not.toBeNull();
});

test('a press beside one that closes beside', async () => {
  await open(true);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(screen.getByRole('dialog'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
