import { expect, test } from 'vitest';
import { type IconParts, iconAddress, loadIcons } from './load-icon.ts';

const loadIcon = async (name: string, parts: IconParts) => (await loadIcons([name], parts)).get(name) ?? null;

const house = { prefix: 'maru', icons: { house: { body: '<path d="M0 0"/>' } }, width: 24, height: 24 };
const silent = (_: string, signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('an icon comes from our own address', async () => {
  const asked: string[] = [];
  const icon = await loadIcon('maru:house', {
    fallbackUrl: 'https://icons.example',
    fetchJson: async (address) => {
      asked.push(address);
      return house;
    },
  });
  expect(icon).toEqual({ body: '<path d="M0 0"/>', width: 24, height: 24 });
  expect(asked).toEqual(['/api/_nuxt_icon/maru.json?icons=house']);
});

test('after the icon timeout it comes from the public service, where a setting names one', async () => {
  for (const fetchOwn of [silent, () => Promise.reject(new Error('404')), async () => ({ icons: {} })]) {
    const asked: string[] = [];
    const fetchJson = (address: string, signal: AbortSignal) => {
      asked.push(address);
      return address.startsWith('/') ? fetchOwn(address, signal) : Promise.resolve(house);
    };
    const timeoutMs = 20;
    expect(
      await loadIcon('maru:house', { fallbackUrl: 'https://icons.example', fetchJson, timeoutMs }),
    ).not.toBe(null);
    expect(asked.at(-1)).toBe('https://icons.example/maru.json?icons=house');
    expect(await loadIcon('maru:house', { fallbackUrl: '', fetchJson, timeoutMs })).toBeNull();
  }
});

test('what is no name asks nobody, and what is no icon is nothing', async () => {
  const never = () => expect.unreachable();
  for (const name of ['', 'house', 'a:b:c', '../x:y', 'maru:House', 'maru:a b'])
    expect(await loadIcon(name, { fallbackUrl: '', fetchJson: never })).toBeNull();
  for (const answer of [null, 7, [], { icons: null }, { icons: { house: {} } }, { icons: { other: house } }])
    expect(await loadIcon('maru:house', { fallbackUrl: '', fetchJson: async () => answer })).toBeNull();
});

test('a drawing is a picture: what stands in it stays within its address', () => {
  const address = iconAddress({ body: '</svg>") #<script>', width: 24, height: 24 });
  expect(address.startsWith('data:image/svg+xml,%3Csvg')).toBe(true);
  expect(address).not.toMatch(/["#<>]/);
});

test('several icons of a collection are one question, and only what is missing is asked for elsewhere', async () => {
  const asked: string[] = [];
  const found = await loadIcons(['maru:house', 'maru:pin', 'other:x'], {
    fallbackUrl: 'https://icons.example',
    fetchJson: async (address) => {
      asked.push(address);
      return address.startsWith('/') ? house : { icons: { pin: { body: 'p' } } };
    },
  });
  expect([...found.keys()].sort()).toEqual(['maru:house', 'maru:pin']);
  expect(found.get('maru:pin')).toEqual({ body: 'p', width: 16, height: 16 });
  expect(asked.filter((one) => one.includes('maru'))).toEqual([
    '/api/_nuxt_icon/maru.json?icons=house,pin',
    'https://icons.example/maru.json?icons=pin',
  ]);
});
