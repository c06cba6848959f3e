import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { act, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Failed, Waiting } from '../ui/loading-parts.tsx';
import { openPage } from './testing-page.tsx';

type Page = Awaited<ReturnType<typeof openPage>>;
let page: Page | undefined;
afterEach(async () => {
  await page?.close();
  page = undefined;
});

/** A page as they are written here: loading, a failure with its button, what came. */
function Devices() {
  const { client } = useRouter().options.context;
  const { data, error, refetch } = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => client.listDevices({ signal }),
  });
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting />;
  return <p>{data.items.map(({ id }) => id).join(', ')}</p>;
}

const answer = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) }) as never;
const text = () => document.body.textContent;

/** The requests of a test, each answered by hand. */
function requests() {
  const made: { resolve: (answer: never) => void; reject: (error: Error) => void; signal: AbortSignal }[] =
    [];
  const listDevices = vi.fn(
    ({ signal }: { signal?: AbortSignal } = {}) =>
      new Promise<never>((resolve, reject) => made.push({ resolve, reject, signal: signal! })),
  );
  return { made, client: { listDevices } as never };
}

test('a page says that it loads, then shows what came', async () => {
  const { made, client } = requests();
  page = await openPage(<Devices />, { client });
  expect(document.querySelector('[role=status][aria-busy=true]')).not.toBeNull();
  await act(async () => made[0]!.resolve(answer('phone', 'laptop')));
  expect(text()).toBe('phone, laptop');
  expect(made).toHaveLength(1);
});

test('a request that failed is not repeated by itself, but by its button', async () => {
  const { made, client } = requests();
  page = await openPage(<Devices />, { client });
  await act(async () => made[0]!.reject(new Error('Network Error')));
  expect(document.querySelector('[role=alert]')).not.toBeNull();
  await act(async () => {
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('online'));
  });
  expect(made).toHaveLength(1);
  await page.press('Try again');
  expect(made).toHaveLength(2);
  await act(async () => made[1]!.resolve(answer('phone')));
  expect(text()).toBe('phone');
});

test('offline a request fails at once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { made, client } = requests();
  page = await openPage(<Devices />, { client });
  expect(made).toHaveLength(1);
  vi.restoreAllMocks();
});

test('a change reloads what is shown, which stays meanwhile', async () => {
  const { made, client } = requests();
  function Change() {
    const queries = useQueryClient();
    return (
      <button type="button" onClick={() => void queries.invalidateQueries({ queryKey: ['devices'] })}>
        Change
      </button>
    );
  }
  page = await openPage(
    <>
      <Devices />
      <Change />
    </>,
    { client },
  );
  await act(async () => made[0]!.resolve(answer('phone', 'laptop')));
  expect(text()).toContain('phone, laptop');
  await page.press('Change');
  expect(text()).toContain('phone, laptop');
  await act(async () => made[1]!.resolve(answer('phone')));
  expect(text()).toBe('phoneChange');
});

test('leaving a page cancels its requests', async () => {
  const { made, client } = requests();
  page = await openPage(<Devices />, { client });
  expect(made[0]!.signal.aborted).toBe(false);
  await page.close();
  expect(made[0]!.signal.aborted).toBe(true);
});

const signedIn = (id: string) => ({ status: 'signed-in', user: { id } });
test.each<[string, object]>([
  ['signing out', { status: 'signed-out' }],
  ['another person', signedIn('u2')],
])('%s clears the cache', async (_, next) => {
  let state: object = signedIn('u1');
  const heard = new Set<() => void>();
  const account = {
    current: () => state,
    subscribe: (changed: () => void) => {
      heard.add(changed);
      return () => heard.delete(changed);
    },
  };
  const become = (now: object) => {
    state = now;
    for (const changed of heard) changed();
  };
  const { made, client } = requests();
  let size = () => Number.NaN;
  function Cached() {
    const queries = useQueryClient();
    size = () => queries.getQueryCache().getAll().length;
    return null;
  }
  page = await openPage(
    <>
      <Devices />
      <Cached />
    </>,
    { client, account },
  );
  await act(async () => made[0]!.resolve(answer('phone')));
  await act(async () => become({ status: 'loading' }));
  await act(async () => become(signedIn('u1')));
  expect(size()).toBe(1);
  await act(async () => become(next));
  expect(size()).toBe(0);
});

test('what an earlier visit of a page loaded is not shown again', async () => {
  const { made, client } = requests();
  let show = (_: boolean) => {};
  function Tabs() {
    const [isShown, setShown] = useState(true);
    show = setShown;
    return isShown ? <Devices /> : null;
  }
  page = await openPage(<Tabs />, { client });
  await act(async () => made[0]!.resolve(answer('phone')));
  expect(text()).toBe('phone');
  vi.useFakeTimers();
  await act(async () => show(false));
  vi.runAllTimers();
  vi.useRealTimers();
  await act(async () => show(true));
  expect(text()).not.toContain('phone');
  expect(made).toHaveLength(2);
});
