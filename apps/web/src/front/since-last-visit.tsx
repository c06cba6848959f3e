import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useIsSavedKnown, useSaved } from '../listing/kept/use-saved.ts';
import { SearchNews } from '../saved/search-news.tsx';
import { withDestination } from '../search/commute-destination.ts';
import type { RecentSearch } from '../search/place-box/recent-searches.ts';
import {
  compareLooks,
  keepSearchLook,
  loadSearchLooks,
  parseSearchPath,
  type SearchLook,
  takeLook,
} from '../search/search-look.ts';
import { Button } from '../ui/button.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useDropdown } from '../ui/use-dropdown.ts';

interface SinceLastVisitProps {
  recent: readonly RecentSearch[];
  onNews: (hasNews: boolean) => void;
}

const KINDS = ['fresh', 'cheaper', 'gone'] as const;
const RESULTS = /^\/homes\/for_(sale|rent)([/?]|$)/;

/**
 * "Since your last visit: 4 new, 2 cheaper" (rule R72), of the search that was kept last, else of the one that was
 * made last: from what this browser wrote down, without an account. Nothing is said where nothing has changed.
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
  const [looks, setLooks] = useState<{ path: string; last: SearchLook; now: SearchLook }>();
  const { isOpen, setOpen, box, button, id } = useDropdown();

  useEffect(() => {
    if (!isKnown || path === undefined) return;
    const stop = new AbortController();
    const look = async () => {
      const last = loadSearchLooks()[path];
      const now = await takeLook(withDestination(parseSearchPath(path).query), client, stop.signal);
      if (stop.signal.aborted) return;
      // The first look is what the next visit is compared with.
      if (last === undefined) keepSearchLook(path, now);
      else setLooks({ path, last, now });
    };
    const begin = () => void look().catch(() => {});
    const timer = setTimeout(begin, 300);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, path, isKnown]);

  const changes = looks === undefined || looks.path !== path ? null : compareLooks(looks.last, looks.now);
  const parts =
    changes === null
      ? []
      : KINDS.flatMap((kind) =>
          changes[kind].length === 0 ? [] : [t(`saved.news_${kind}`, { count: changes[kind].length })],
        );
  const hasNews = parts.length > 0;
  useEffect(() => onNews(hasNews), [hasNews, onNews]);
  const markSeen = useCallback(() => {
    if (looks === undefined) return;
    keepSearchLook(looks.path, looks.now);
    setLooks({ ...looks, last: looks.now });
    setOpen(false);
  }, [looks, setOpen]);

  if (!hasNews || looks === undefined || path === undefined) return null;
  return (
    <div ref={box} className="shrink-0">
      <Button
        variant="bare"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="tabular inline-flex min-h-11 items-center rounded-field px-1 text-left underline-offset-4 hover:underline"
        onClick={() => setOpen(!isOpen)}
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
          <SearchNews path={path} last={looks.last} look={looks.now} onSeen={markSeen} />
        </div>
      ) : null}
    </div>
  );
}
