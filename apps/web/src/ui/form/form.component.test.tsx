import type { FieldProblem } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { act, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Field, Option } from '../field.tsx';
import { openPage } from '../testing-page.tsx';
import { FormError } from './field-errors.ts';
import { ActionStatus, Form } from './form.tsx';
import { useForm } from './use-form.ts';

const NO_VALUES = { name: '', phone: '', isLoud: false, size: 'small' as 'small' | 'large' };
type Values = typeof NO_VALUES;
type Submit = (client: Client, values: Values) => Promise<string | undefined>;

let page: Awaited<ReturnType<typeof openPage>> | undefined;
afterEach(async () => {
  await page?.close();
  page = undefined;
});

function Fields({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  return (
    <Form form={form} method="post" action="/v1/thing">
      <Field label="Name" {...form.field('name')} />
      <Field label="Phone" {...form.field('phone')} />
      <Checkbox {...form.checkbox('isLoud')}>Loud</Checkbox>
      <Option label="Small" {...form.option('size', 'small')} />
      <Option label="Large" {...form.option('size', 'large')} />
      <Button type="submit" disabled={form.isBusy}>
        Send
      </Button>
      <ActionStatus action={form} pending="Sending" idle={form.isConflict ? 'Conflict' : undefined} />
      {form.isConflict ? <p>Somebody else has changed it.</p> : null}
    </Form>
  );
}

function TestForm({ submit }: { submit: Submit }) {
  const form = useForm<Values>({
    initial: NO_VALUES,
    check: ({ name }) => (name === '' ? { name: 'missing' } : {}),
    submit,
    failed: (why) => `Not sent: ${why}`,
  });
  return <Fields form={form} />;
}

const open = async (submit: Submit) => {
  page = await openPage(<TestForm submit={submit} />, { client: {} });
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const status = () => screen.getByRole('status').textContent;
const described = (name: string) => field(name).parentElement?.textContent;

function apiError(statusCode: number, fields: FieldProblem[] = []): ApiError {
  return new ApiError({ statusCode, statusMessage: 'Refused.', message: '', data: { fields } } as never);
}

test('submits the values and shows the message of the success', async () => {
  const submit = vi.fn<Submit>(async () => 'Saved.');
  await open(submit);
  await userEvent.type(field('Name'), 'Jane');
  await userEvent.click(screen.getByText('Loud'));
  await userEvent.click(screen.getByText('Large'));
  await press();
  expect(submit.mock.calls[0]![1]).toEqual({ name: 'Jane', phone: '', isLoud: true, size: 'large' });
  expect(status()).toBe('Saved.');
  await userEvent.type(field('Name'), 'x');
  expect(status()).toBe('');
});

test('an error that needs no request makes none, is shown at its field and takes the focus', async () => {
  const submit = vi.fn<Submit>();
  await open(submit);
  await press();
  expect(submit).not.toHaveBeenCalled();
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Name'));
  expect(described('Name')).toContain('Please fill this in.');
  await userEvent.type(field('Name'), 'J');
  expect(field('Name').getAttribute('aria-invalid')).toBe('false');
});

test('field errors of the API are shown at their fields; the first has the focus', async () => {
  await open(async () => {
    throw apiError(400, [
      { field: '/phone', reason: 'malformed' },
      { field: 'name', reason: 'too_long' },
      { field: 'consents.0.version', reason: 'expired' },
    ]);
  });
  await userEvent.type(field('Name'), 'Jane');
  await press();
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
  expect(field('Phone').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Name'));
  expect(status()).toContain('2');
});

test('an error without a field of the form is a message of the form', async () => {
  await open(async () => {
    throw apiError(400, [{ field: 'consents.0', reason: 'expired' }]);
  });
  await userEvent.type(field('Name'), 'Jane');
  await press();
  expect(status()).toBe('Not sent: Refused.');
});

test('a submit function may refuse by itself', async () => {
  await open(async (_, { phone }) => {
    throw phone === '' ? new FormError({ phone: 'missing' }) : new FormError({}, 'Taken.');
  });
  await userEvent.type(field('Name'), 'Jane');
  await press();
  expect(document.activeElement).toBe(field('Phone'));
  await userEvent.type(field('Phone'), '1');
  await press();
  expect(status()).toBe('Taken.');
});

test('a second press while it is sent does nothing', async () => {
  let finish = (_: string) => {};
  const submit = vi.fn<Submit>(() => new Promise((resolve) => (finish = resolve)));
  await open(submit);
  await userEvent.type(field('Name'), 'Jane');
  const form = document.querySelector('form')!;
  await act(async () => {
    form.requestSubmit();
    form.requestSubmit();
  });
  expect(status()).toBe('Sending');
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  await act(async () => finish('Saved.'));
  expect(submit).toHaveBeenCalledTimes(1);
  expect(status()).toBe('Saved.');
});

test('a conflict (412) is known until a submission succeeds; what was typed stays', async () => {
  const submit = vi.fn<Submit>();
  submit.mockRejectedValueOnce(apiError(412)).mockRejectedValueOnce(new Error('Network Error'));
  submit.mockResolvedValueOnce('Saved.');
  await open(submit);
  await userEvent.type(field('Name'), 'Jane');
  await press();
  expect(screen.getByText('Somebody else has changed it.')).toBeTruthy();
  expect(field('Name').value).toBe('Jane');
  await press();
  expect(screen.getByText('Somebody else has changed it.')).toBeTruthy();
  await press();
  expect(screen.queryByText('Somebody else has changed it.')).toBeNull();
});

test('the values may be a draft that somebody else keeps', async () => {
  let kept: Values = { ...NO_VALUES, name: 'Jane' };
  function Drafted() {
    const [values, setValues] = useState(kept);
    const change = (part: Partial<Values>) => {
      kept = { ...values, ...part };
      setValues(kept);
    };
    return <Fields form={useForm<Values>({ draft: { values, change }, submit: async () => 'Saved.' })} />;
  }
  page = await openPage(<Drafted />, { client: {} });
  expect(field('Name').value).toBe('Jane');
  await userEvent.type(field('Phone'), '12');
  expect(kept.phone).toBe('12');
  await press();
  expect(status()).toBe('Saved.');
});

test('its markup works without script: method, action, names and values', async () => {
  const form = { send: async () => true, setBox: () => {} };
  const html = renderToStaticMarkup(
    <Form form={form} method="post" action="/v1/thing">
      <Field label="Name" name="name" defaultValue="Jane" />
    </Form>,
  );
  expect(html).toContain('<form noValidate="" action="/v1/thing" method="post">');
  expect(html).toMatch(/<input[^>]* name="name"/);
  await open(async () => undefined);
  const names = [...document.querySelectorAll('input')].map(({ name }) => name);
  expect(names).toEqual(['name', 'phone', 'isLoud', 'size', 'size']);
});
