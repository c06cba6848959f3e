import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useIsSavedKnown, useSaved } from '../listing/kept/use-saved.ts';
import { SearchNews } from '../saved/search-news.tsx';
import { withDestination } from '../search/commute-destination.ts';
import type { RecentSearch } from '../search/place-box/recent-searches.ts';
import {
  countChanges,
  findNews,
  keepSearchLook,
  type LookNews,
  loadSearchLooks,
  parseSearchPath,
} from '../search/search-look.ts';
import { Button } from '../ui/button.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useDropdown } from '../ui/use-dropdown.ts';
import { useLatest } from '../ui/use-latest.ts';

interface SinceLastVisitProps {
  recent: readonly RecentSearch[];
  onNews: (hasNews: boolean) => void;
}

const RESULTS = /^\/homes\/for_(sale|rent)([/?]|$)/;

/**
 * "Since your last visit: 4 new, 2 cheaper" (rule R72), for the newest saved search, else the most recent one. From data in
 * this browser, without an account. Empty when nothing has changed.
 */
export default function SinceLastVisit({ recent, onNews }: SinceLastVisitProps) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const isKnown = useIsSavedKnown();
  const { searches } = useSaved();
  const [kept] = searches;
  const made = recent.find(({ path }) => RESULTS.test(path));
  const path = kept?.path ?? made?.path;
  const name = kept?.name ?? made?.name ?? '';
  const { isOpen, setOpen, box, id, toggle } = useDropdown();

  const latest = useLatest(
    isKnown ? (path ?? null) : null,
    async (signal) => {
      const last = loadSearchLooks()[path ?? ''];
      const query = withDestination(parseSearchPath(path ?? '').query);
      const news = await findNews(query, last, client, signal);
      // The first result is what the next visit compares with.
      if (last === undefined && !signal.aborted) keepSearchLook(path ?? '', news.now);
      return { last, news };
    },
    { delayMs: 300 },
  );
  const [seen, setSeen] = useState<LookNews>();
  const looks = latest.key === path ? latest.value : undefined;
  const parts =
    looks === undefined || looks.news === seen
      ? []
      : countChanges(looks.news).flatMap(({ kind, count }) =>
          kind === 'dearer' ? [] : [t(`saved.news_${kind}`, { count })],
        );
  const hasNews = parts.length > 0;
  useEffect(() => onNews(hasNews), [hasNews, onNews]);
  const markSeen = useCallback(() => {
    if (looks === undefined || path === undefined) return;
    keepSearchLook(path, looks.news.now);
    setSeen(looks.news);
    setOpen(false);
  }, [looks, path, setOpen]);

  if (!hasNews || looks === undefined || path === undefined) return null;
  return (
    <div ref={box} className="shrink-0">
      <Button
        {...toggle}
        variant="bare"
        className="tabular inline-flex min-h-11 items-center rounded-field px-1 text-left underline-offset-4 hover:underline"
      >
        <span>
          <span className="text-quiet">{t('front.since')}</span>{' '}
          <strong className="text-primary-text">{parts.join(', ')}</strong>
        </span>
      </Button>
      {isOpen ? (
        <div
          id={id}
          className="absolute inset-x-0 top-full z-30 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-surface p-5 text-base shadow-float"
        >
          <SiteLink path={path} className="font-semibold underline-offset-4 hover:underline">
            {name || t('saved.search_unnamed')}
          </SiteLink>
          <SearchNews path={path} last={looks.last} news={looks.news} onSeen={markSeen} />
        </div>
      ) : null}
    </div>
  );
}
