import { useWords } from '../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { CompareTray, differenceText } from '../listing/card/card-extras.tsx';
import { useHomeCards } from '../listing/card/home-cards.ts';
import { differenceSince, forgetSeen, useViewedHomes } from '../listing/kept/viewed-homes.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ClockIcon } from '../ui/icons/first-icons.tsx';
import { Empty, LoadState } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { CardSince } from './saved-homes.tsx';

const MOST = 60;

/** Homes opened in this browser, latest first, each with its changes since. Kept in this browser only. */
export function SeenHomes() {
  const words = useWords();
  const { t, intl } = words;
  const looks = useViewedHomes().seen;
  const ids = Object.entries(looks)
    .flatMap(([id, look]) => (look === null ? [] : [[id, look] as const]))
    .sort(([, a], [, b]) => (a.at < b.at ? 1 : -1))
    .slice(0, MOST)
    .map(([id]) => id);
  const { found, error, retry } = useHomeCards(ids);
  if (ids.length === 0) {
    return (
      <Empty icon={<ClockIcon />} title={t('seen.none')} text={t('seen.none_text')}>
        <SiteLink path="/homes/for_sale" className={buttonClass('primary')}>
          {t('saved.look_for_homes')}
        </SiteLink>
      </Empty>
    );
  }
  const gone = ids.filter((id) => found?.gone.has(id)).length;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-quiet">{t('seen.note')}</p>
        <Button onClick={forgetSeen}>{t('seen.forget')}</Button>
      </div>
      <LoadState isLoading={found === undefined} error={error} onRetry={retry} />
      {found === undefined ? null : (
        <MixedSources sources={found.sources}>
          <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {ids.flatMap((id) => {
              const card = found.cards.get(id);
              const look = looks[id];
              if (card === undefined || !look) return [];
              const change = differenceSince(look, card);
              const date = intl.formatDate(look.at, { month: 'long', day: 'numeric' });
              const text =
                change === undefined
                  ? t('seen.on', { date })
                  : t('card.since_seen', { what: differenceText(change, card, words) });
              return (
                <CardSince key={id} card={card} now={found.now} text={text} isNews={change !== undefined} />
              );
            })}
          </ul>
          {gone === 0 ? null : <p className="mt-6 text-quiet">{t('seen.gone', { count: gone })}</p>}
          <SourceNotes sources={found.sources} className="mt-8" />
        </MixedSources>
      )}
      <CompareTray />
    </>
  );
}
