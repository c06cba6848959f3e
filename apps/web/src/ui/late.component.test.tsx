import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lateParts } from './late.tsx';

const fetchParts = async () => ({ cost: () => <p>$4,200 a month</p> });

test('a script that comes while its part is being hydrated: React takes over the HTML that is there', async () => {
  const onServer = lateParts([], fetchParts);
  await onServer.load(undefined);
  document.body.innerHTML = renderToString(<onServer.Late name="cost" />);
  const drawn = document.querySelector('p');

  const errors: unknown[] = [];
  const inBrowser = lateParts([], fetchParts);
  function Page() {
    // The script arrives between the render that waits for it and the next one.
    void inBrowser.load(undefined);
    return <inBrowser.Late name="cost" />;
  }
  await act(async () => {
    hydrateRoot(document.body, <Page />, { onRecoverableError: (error) => errors.push(error) });
  });
  expect(errors).toEqual([]);
  expect(document.querySelector('p')).toBe(drawn);
  expect(document.querySelector('[data-late]')).toBeNull();
});
