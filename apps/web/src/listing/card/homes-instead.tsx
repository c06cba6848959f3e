import type { HomeCardAnswer } from '@maru/contract';
import { SEARCH_TYPES, type SearchType } from '@maru/listing';
import { searchPath } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { KrwCard } from './krw-card.tsx';

const SHOWN = 3;

/** Where a home stood, read off the address of its page; undefined where that names no place. */
export function placeOfHomePath(path: string): { place: string; searchType: SearchType } | undefined {
  const [, first = '', second = '', third = ''] = path.split('/');
  const type = /^for_(.+)$/.exec(first === 'homes' ? second : '')?.[1];
  if (type !== undefined) {
    return third === ''
      ? undefined
      : { place: third, searchType: SEARCH_TYPES.find((one) => one === type) ?? 'sale' };
  }
  const zip = /(\d{5})$/.exec(third)?.[1];
  if (zip !== undefined) return { place: zip, searchType: 'sale' };
  return first === '' || second === '' ? undefined : { place: `${second}-${first}`, searchType: 'sale' };
}

/** Below the word that a home is gone: the newest ones where it stood. Without an answer it is the link alone. */
export function HomesInstead({ path }: { path: string }) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const [found, setFound] = useState<{ homes: HomeCardAnswer[]; now: number }>();
  const where = placeOfHomePath(path);
  const place = where?.place;
  const searchType = where?.searchType ?? 'sale';
  useEffect(() => {
    if (place === undefined) return;
    const stop = new AbortController();
    const query = new URLSearchParams({ searchType, place, want: 'listings' });
    client.listHomes({ query: String(query), signal: stop.signal }).then(
      ({ listings }) => setFound({ homes: listings.slice(0, SHOWN), now: Date.now() }),
      () => {},
    );
    return () => stop.abort();
  }, [client, place, searchType]);
  if (place === undefined) return null;
  return (
    <section className="mt-12" aria-labelledby="homes-instead">
      <h2 id="homes-instead" className="font-semibold text-lg">
        {t('listing.instead')}
      </h2>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {(found?.homes ?? []).map((home) => (
          <li key={home.homeId}>
            <KrwCard
              home={home}
              now={found?.now ?? 0}
              sizes="(min-width: 1024px) 230px, (min-width: 640px) 46vw, 94vw"
            />
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <SiteLink
          path={searchPath({ searchType, place })}
          className="inline-flex min-h-11 items-center font-semibold text-primary-text underline-offset-4 hover:underline"
        >
          {t('listing.instead_all')}
        </SiteLink>
      </p>
    </section>
  );
}
