import type { Suggestion } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { ApiError } from '@maru/contract/client';
import { describe, expect, test } from 'vitest';
import type { Words } from '../i18n/words.tsx';
import type { LoaderContext } from '../site/page-module.ts';
import { keepAnswer, loadSearch, type SearchData } from './search-data.ts';
import { searchHead } from './search-words.ts';

const place = { slug: 'irvine-ca', name: 'Irvine', nameKo: '어바인', kind: 'city', stateCode: 'CA' };
const shown = {
  place,
  parents: [],
  children: [],
  answer: { total: 312, listings: [] },
  now: 1,
} as unknown as SearchData;

const createContext = (fault: Error, address = 'irvine-ca') => {
  const refuse = () => Promise.reject(fault);
  const client = { findPlace: refuse, listHomes: refuse } as unknown as Client;
  keepAnswer(client, shown);
  return {
    params: { searchType: 'sale', address },
    search: { bbox: '-117.9,33.6,-117.7,33.8', zoom: '12' },
    client,
    locale: 'en',
    signal: new AbortController().signal,
  } as unknown as LoaderContext<Record<string, string>>;
};

test('without a network a map that is moved keeps the last homes on the screen', async () => {
  const data = await loadSearch(createContext(new Error('Network Error')));
  expect(data).toMatchObject({ failed: true, place, answer: { total: 312 } });
  expect(data.query.bbox).toEqual([-117.9, 33.6, -117.7, 33.8]);
});

test('another place than the one on the screen is not answered with it', async () => {
  await expect(loadSearch(createContext(new Error('Network Error'), 'tustin-ca'))).rejects.toThrow(
    'Network Error',
  );
});

test('several places are asked together; one that is not known is left out, and said', async () => {
  const asked: string[] = [];
  const refusal = new ApiError({ statusCode: 404, statusMessage: '' } as ApiError['body']);
  const client = {
    findPlace: async ({ query: { text } }: { query: { text: string } }) => {
      if (text === 'nowhere-ca') throw refusal;
      return { place: { ...place, slug: text }, parents: [], children: [] };
    },
    listHomes: async ({ query }: { query: string }) => {
      asked.push(query);
      return { total: 312 };
    },
  };
  const context = createContext(refusal);
  Object.assign(context.client, client);
  const search = { place: ['tustin-ca', 'nowhere-ca'], notPlace: '92618' };
  const data = await loadSearch({ ...context, search });
  expect(asked[0]).toMatch(/^searchType=sale&place=irvine-ca&place=tustin-ca&notPlace=92618&want/);
  expect(data.namedPlaces.map(({ slug }) => slug)).toEqual(['tustin-ca', '92618']);
  expect(data.problems).toEqual([{ field: 'place', reason: 'unknown_value' }]);
});

test('without script a sentence that names no place is answered with places to choose from', async () => {
  const context = createContext(new Error('offline'));
  const where = [{ label: 'Tustin, CA', path: '/homes/for_sale/tustin-ca?beds=3-' }];
  Object.assign(context.client, { parseHomes: async () => ({ filters: { beds: '3-' }, where }) });
  const asked = loadSearch({ ...context, params: { searchType: 'sale' }, search: { text: '3 beds' } });
  await expect(asked).rejects.toMatchObject({
    body: { statusCode: 404, data: { areNamesakes: true, suggestions: [{ name: 'Tustin, CA' }] } },
  });
});

test('an address typed without script, of a number that is a ZIP code too, is asked for once', async () => {
  const asked: string[] = [];
  const context = createContext(new Error('offline'));
  const path = '/ca/irvine/10547-copper-creek-rd-92618/h1';
  const name = '10547 Copper Creek Rd, Irvine, CA 92618';
  Object.assign(context.client, {
    parseHomes: async () => ({ searchType: 'sale', place: 'irvine-ca', filters: {}, otherPlaces: [] }),
    suggestHomes: async ({ query }: { query: { text: string } }) => {
      asked.push(query.text);
      return { suggestions: [{ kind: 'address', name, path, count: 1, guessed: false }] };
    },
  });
  const search = { text: '10547 Copper Creek Rd, Irvine' };
  await expect(loadSearch({ ...context, params: { searchType: 'sale' }, search })).rejects.toMatchObject({
    options: { href: path },
  });
  expect(asked).toEqual([search.text]);
});

test('a refusal is no lost connection', async () => {
  const refusal = new ApiError({ statusCode: 404, statusMessage: '' } as ApiError['body']);
  await expect(loadSearch(createContext(refusal))).rejects.toBe(refusal);
});

describe('a text that is no place', () => {
  const nowhere = new ApiError({
    statusCode: 404,
    statusMessage: '',
    message: '',
    data: { code: 'place_not_found' },
  });
  const oak = {
    kind: 'address',
    name: '12 Oak St, Irvine, CA 92620',
    path: '/ca/irvine/12-oak-st-92620/h1',
  } as const;
  const listing = { kind: 'listing', name: 'MLS# OC24001, Irvine', path: oak.path } as const;
  const search = (
    address: string,
    suggestions: Pick<Suggestion, 'kind' | 'name' | 'path'>[],
    found: unknown = nowhere,
  ) => {
    const context = createContext(nowhere, address);
    Object.assign(context.client, {
      findPlace: () => (found === nowhere ? Promise.reject(nowhere) : Promise.resolve(found)),
      suggestHomes: async () => ({
        suggestions: suggestions.map((one) => ({ count: 1, guessed: false, ...one })),
      }),
    });
    return loadSearch({ ...context, locale: 'ko', search: {} });
  };
  const leadsTo = (path: string) => ({ options: { href: `/ko${path}`, statusCode: 302 } });

  test('an address of ours is its home, also where its ZIP would be found, and so is an MLS number', async () => {
    for (const address of ['12 Oak St', '12-oak-st-irvine-ca-92620', '12 Oak St, Irvine, CA 92620']) {
      const found = { place: { ...place, slug: '92620' }, parents: [], children: [] };
      await expect(search(address, [oak], found)).rejects.toMatchObject(leadsTo(oak.path));
    }
    await expect(search('OC24001', [listing])).rejects.toMatchObject(leadsTo(oak.path));
  });

  describe('an address that no home on the market has', () => {
    const streets = ['92614', '92620'].map((zip) => ({
      kind: 'street' as const,
      name: `Main St, Irvine, CA ${zip}`,
      path: `/homes/for_sale/${zip}?street=main-st`,
    }));
    const around = (
      address: string,
      found: typeof streets,
      said: { place?: string; ambiguous?: unknown },
    ) => {
      const context = createContext(new Error('offline'), address);
      Object.assign(context.client, {
        findPlace: async ({ query: { text } }: { query: { text: string } }) => {
          if (text === address || text === 'Glendale') throw nowhere;
          return { place: { ...place, slug: text }, parents: [], children: [] };
        },
        suggestHomes: async ({ query: { text } }: { query: { text: string } }) => ({
          suggestions: /^\d/.test(text) ? [] : found.map((one) => ({ count: 1, guessed: false, ...one })),
        }),
        parseHomes: async () => said,
        listHomes: async () => ({ total: 312 }),
      });
      return loadSearch({ ...context, locale: 'ko', search: {} });
    };

    test('is answered with the homes of its street, and says that it is not on the market', async () => {
      const data = await around('1 Main St, Irvine', streets.slice(0, 1), {});
      expect(data).toMatchObject({
        unlisted: '1 Main St, Irvine',
        query: { place: '92614', street: 'main-st' },
        answer: { total: 312 },
      });
      const words = { locale: 'en', t: (key: string) => key } as unknown as Words;
      expect(searchHead(data, { words })).toMatchObject({ index: false, canonical: '/homes/for_sale/92614' });
    });

    test('with the homes of the city where the street has several ZIP codes, or none on sale', async () => {
      const inCity = await around('1-main-st-irvine-ca', streets, { place: 'irvine-ca' });
      expect(inCity.query).toMatchObject({ place: 'irvine-ca', street: 'main-st' });
      const withoutStreet = await around('1 Elm St, Irvine', [], { place: 'irvine-ca' });
      expect(withoutStreet).toMatchObject({ unlisted: '1 Elm St, Irvine', query: { place: 'irvine-ca' } });
      expect(withoutStreet.query.street).toBeUndefined();
    });

    test('and refused where no place is understood, or several are', async () => {
      await expect(around('1 Elm St', [], {})).rejects.toBe(nowhere);
      await expect(around('1 Elm St', streets, {})).rejects.toBe(nowhere);
      await expect(around('1 Elm St, Glendale', [], { ambiguous: { text: 'Glendale' } })).rejects.toBe(
        nowhere,
      );
    });
  });

  test('several homes and mere guesses are for the visitor to choose from (rule R14)', async () => {
    const elm = { ...oak, name: '12 Oak St, Tustin, CA 92780', path: '/ca/tustin/12-oak-st-92780/h2' };
    const guess = {
      kind: 'city',
      name: 'Irvine, CA',
      path: '/homes/for_sale/irvine-ca',
      guessed: true,
    } as const;
    await expect(search('12 Oak', [oak, elm])).rejects.toBe(nowhere);
    await expect(search('irvne', [guess])).rejects.toBe(nowhere);
  });
});
