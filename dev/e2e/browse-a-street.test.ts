import { SEARCH_TYPES, type SearchType } from '@maru/listing';
import { LOCALE_COOKIE, localePath } from '@maru/words';
import { expect, inject } from 'vitest';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';

const { baseUrl } = inject('site');

/** A street of Irvine with the most homes of the type on the first page of its list. */
async function findStreet(searchType: SearchType) {
  const { listings } = await createApiClient().listHomes({
    query: `searchType=${searchType}&place=irvine-ca`,
  });
  const names = [...new Set(listings.map(({ streetLine }) => streetLine?.replace(/^\d+ /, '') ?? ''))];
  const found = await Promise.all(
    names.filter(Boolean).map(async (text) => {
      const { suggestions } = await createApiClient().suggestHomes({
        query: { text: `${text} irvine`, searchType },
      });
      return suggestions.find(({ kind, name }) => kind === 'street' && name.includes(`${text}, Irvine, CA`));
    }),
  );
  const most = found.flatMap((one) => one ?? []).sort((a, b) => b.count - a.count)[0];
  if (most === undefined) throw new Error('no home in Irvine has a street');
  const query = new URL(most.path, baseUrl);
  return {
    ...most,
    street: query.searchParams.get('street') ?? '',
    zip: query.pathname.split('/').at(-1) ?? '',
    title: most.name.split(',')[0] ?? '',
  };
}

for (const searchType of SEARCH_TYPES) {
  for (const locale of pickVariants(searchType === 'rent' ? 0 : 1, LANGUAGES)) {
    errand(`someone opens a street to see its homes (${searchType}, ${locale})`, async ({ meet }) => {
      const { street, zip, title, count } = await findStreet(searchType);
      const type = searchType === 'rent' ? '?searchType=rent' : '';
      const inCity = await createApiClient().listHomes({
        query: `searchType=${searchType}&place=irvine-ca&street=${street}`,
      });
      expect(count).toBeGreaterThan(0);
      for (const [form, place, total] of [
        [`${street}-${zip}`, zip, count],
        [street, 'irvine-ca', inCity.total],
      ] as const) {
        const answer = await fetch(`${baseUrl}${localePath(locale, `/ca/irvine/${form}${type}`)}`, {
          headers: { cookie: `${LOCALE_COOKIE}=${locale}` },
        });
        const { pathname, search } = new URL(answer.url);
        expect([answer.status, pathname + search]).toEqual([
          200,
          localePath(locale, `/homes/for_${searchType}/${place}?street=${street}`),
        ]);
        const html = await answer.text();
        expect(/<title>([^<]*)/.exec(html)?.[1]).toContain(title);
        expect(html.match(/data-home="/g)).toHaveLength(Math.min(40, total));
      }
      // The ZIP code alone is its market page, and an unknown street is 404.
      const whole = await fetch(`${baseUrl}${localePath(locale, `/ca/irvine/${zip}${type}`)}`);
      expect([whole.status, /<title>([^<]*)/.exec(await whole.text())?.[1]]).toEqual([
        200,
        expect.stringContaining(zip),
      ]);
      const gone = await fetch(`${baseUrl}${localePath(locale, '/ca/irvine/nobody-lives-here-st')}`);
      expect(gone.status).toBe(404);

      const visitor = await meet({ locale });
      await visitor.open(`/ca/irvine/${street}-${zip}${type}`);
      expect(await visitor.heading.textContent()).toContain(title);
      expect(await visitor.page.locator('main').textContent()).toContain(
        visitor.say('search.count', { count }),
      );
      // Removing the street keeps the place.
      const chip = visitor.say('chip.street', { name: title });
      await visitor.page.getByText(chip).filter({ visible: true }).first().click();
      await expect.poll(() => visitor.address).toBe(`/homes/for_${searchType}/${zip}`);
    });
  }
}
