import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Field } from '../ui/field.tsx';
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { openPage } from '../ui/testing-page.tsx';
import { useDraft } from './use-draft.ts';

let page: Awaited<ReturnType<typeof openPage>> | undefined;
let userId: string;
/** What the server has. */
let saved: { notes: string };

function Notes() {
  const draft = useDraft('notes', saved);
  const form = useForm({
    draft,
    submit: async (_, values) => {
      saved = values;
      draft.drop(values);
      return undefined;
    },
  });
  return (
    <Form form={form}>
      <Field label="Notes" {...form.field('notes')} />
      <button type="submit">Save</button>
      <ActionStatus action={form} idle={draft.isRestored ? 'Restored.' : undefined} />
    </Form>
  );
}

/** Opens the page, or loads it again. */
async function load(): Promise<void> {
  await page?.close();
  const state = { status: 'signed-in', user: { id: userId } };
  page = await openPage(<Notes />, {
    client: {},
    account: { current: () => state, subscribe: () => () => {} },
  });
}

const notes = () => screen.getByRole<HTMLInputElement>('textbox').value;
const status = () => screen.getByRole('status').textContent;
const type = (text: string) => userEvent.type(screen.getByRole('textbox'), text);

beforeEach(async () => {
  userId = 'u1';
  saved = { notes: '' };
  await load();
});
afterEach(async () => {
  await page?.close();
  page = undefined;
  sessionStorage.clear();
});

test('what was typed is there after a reload, and the form says so', async () => {
  await type('Call on Monday');
  expect(status()).toBe('');
  await load();
  expect(notes()).toBe('Call on Monday');
  expect(status()).toBe('Restored.');
});

test('what was saved is no draft', async () => {
  await type('Call');
  await page!.press('Save');
  await load();
  expect(notes()).toBe('Call');
  expect(status()).toBe('');
});

test('another person has no draft of it', async () => {
  await type('Call');
  userId = 'u2';
  await load();
  expect(notes()).toBe('');
});
