import type { HomeCardAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { formatApiQuery } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { watchNear } from '../../ui/watch-near.ts';
import { withDestination } from '../commute-destination.ts';
import { listScroller, offsetInList } from '../list-scroller.ts';
import type { SearchData } from '../search-data.ts';
import type LaterHomes from './later-homes.tsx';
import type { LaterPlace } from './later-homes.tsx';
import { pageCount } from './page-links.tsx';
import { countListed } from './result-limits.ts';

interface MoreHomesProps {
  data: SearchData;
  litHomeId: string | null;
  onLight: (homeId: string | null) => void;
}

/** Pages that load on scrolling. Then a press is needed, so that the footer can be reached. */
const AUTOMATIC_PAGES = 2;
/** About one screen ahead. */
const AHEAD = '900px';

interface More {
  /** The query whose first page these follow. */
  of: string;
  listings: HomeCardAnswer[];
  /** The last page that is loaded. */
  page: number;
  /** The component of the later pages, and its state. */
  list?: { Homes: typeof LaterHomes; place: LaterPlace };
}

/** Loaded pages of the last search, for the return from a home (rule R12). */
const kept = new WeakMap<Client, More>();

/**
 * The following pages on a phone, loaded on scrolling; wider screens have page links. A home that has moved to a later
 * page meanwhile is shown once.
 */
export function MoreHomes({ data, litHomeId, onLight }: MoreHomesProps) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const { answer, query } = data;
  const asked = formatApiQuery(withDestination(query));
  const first = query.page ?? 1;
  const pages = pageCount(countListed(answer), answer.pageSize);
  const [more, setMore] = useState<More>(() => {
    const last = kept.get(client);
    return last?.of === asked ? last : { of: asked, listings: [], page: first };
  });
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const [pressedAt, setPressedAt] = useState(first);
  const end = useRef<HTMLDivElement>(null);
  const here = more.of === asked ? more : { of: asked, listings: [], page: first };
  const hasMore = here.page < pages;
  const mayGoOn = hasMore && state === 'idle' && here.page < pressedAt + AUTOMATIC_PAGES;

  const load = async () => {
    setState('loading');
    try {
      const question = formatApiQuery({ ...withDestination(query), page: here.page + 1 });
      const [{ listings }, { default: Homes }] = await Promise.all([
        client.listHomes({ query: `${question}&want=listings&want=costs` }),
        import('./later-homes.tsx'),
      ]);
      const known = new Set([...answer.listings, ...here.listings].map(({ homeId }) => homeId));
      const next = {
        of: asked,
        listings: [...here.listings, ...listings.filter(({ homeId }) => !known.has(homeId))],
        page: here.page + 1,
        list: here.list ?? { Homes, place: placeAfter(end.current) },
      };
      kept.set(client, next);
      setMore(next);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  const now = useRef(load);
  now.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last page moves the end marker, which is then observed again.
  useEffect(() => {
    const element = end.current;
    if (element === null || !mayGoOn) return;
    return watchNear(element, () => void now.current(), {
      root: listScroller(element),
      margin: AHEAD,
    });
  }, [mayGoOn, here.page]);

  if (pages <= first) return null;
  return (
    <div className="needs-script mt-4 md:hidden">
      {here.list !== undefined && here.listings.length > 0 ? (
        <here.list.Homes
          listings={here.listings}
          now={data.now}
          litHomeId={litHomeId}
          onLight={onLight}
          place={here.list.place}
        />
      ) : null}
      <div ref={end} />
      {hasMore ? (
        <Button
          size="large"
          className="mt-4 w-full"
          disabled={state === 'loading'}
          onClick={() => {
            setPressedAt(here.page + 1);
            void load();
          }}
        >
          {t(state === 'loading' ? 'pages.loading' : state === 'failed' ? 'pages.again' : 'pages.more')}
        </Button>
      ) : null}
    </div>
  );
}

/** The list begins at the end marker, at the current scroll offset. */
function placeAfter(end: HTMLElement | null): LaterPlace {
  return { sizes: [], offset: listScroller(end)?.scrollTop ?? 0, margin: offsetInList(end), homeId: null };
}
