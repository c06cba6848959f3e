import { SEARCH_TYPES, type SearchType } from '@maru/listing';
import { searchPath } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import { Section } from '../../ui/section.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { MixedSources, SourceNotes } from './attribution.tsx';
import { KrwCard } from './krw-card.tsx';

const SHOWN = 3;

/** The place of a home, parsed from the path of its page; undefined where the path names none. */
export function parseHomePath(path: string): { place: string; searchType: SearchType } | undefined {
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

/** The newest homes in the place of a home that is no longer listed. Without a response only the link is shown. */
export function HomesInstead({ path }: { path: string }) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const where = parseHomePath(path);
  const place = where?.place;
  const searchType = where?.searchType ?? 'sale';
  const query =
    place === undefined ? null : String(new URLSearchParams({ searchType, place, want: 'listings' }));
  const { value: found } = useLatest(query, async (signal) => {
    const { listings, sources } = await client.listHomes({ query: query ?? '', signal });
    return { homes: listings.slice(0, SHOWN), sources, now: Date.now() };
  });
  if (place === undefined) return null;
  return (
    <Section
      id="homes-instead"
      title={t('listing.instead')}
      titleClass="font-semibold text-lg"
      className="mt-12"
    >
      <MixedSources sources={found?.sources ?? []}>
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
      </MixedSources>
      <p className="mt-3">
        <SiteLink
          path={searchPath({ searchType, place })}
          className="inline-flex min-h-11 items-center font-semibold text-primary-text underline-offset-4 hover:underline"
        >
          {t('listing.instead_all')}
        </SiteLink>
      </p>
      {found === undefined || found.homes.length === 0 ? null : (
        <SourceNotes sources={found.sources} className="mt-6" />
      )}
    </Section>
  );
}
