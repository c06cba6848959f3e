import type { HomeCardAnswer } from '@maru/contract';
import { formatStreet } from '@maru/listing/places';
import { useEffect } from 'react';
import { KeptWhere } from '../account/kept-where.tsx';
import { useWords } from '../i18n/words.tsx';
import { SourceNotes } from '../listing/card/attribution.tsx';
import { CompareTray, differenceText } from '../listing/card/card-extras.tsx';
import { useHomeCards } from '../listing/card/home-cards.ts';
import { KrwCard } from '../listing/card/krw-card.tsx';
import { loadSavedStore, useIsSavedKnown, useSaved } from '../listing/kept/use-saved.ts';
import {
  differenceSince,
  priceDifferenceSince,
  rememberHome,
  useViewedHomes,
  type ViewedHome,
} from '../listing/kept/viewed-homes.ts';
import { AskFamily } from '../shortlist/ask-family.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { HeartIcon } from '../ui/icons/first-icons.tsx';
import { Empty, Failed, Waiting } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { HiddenHomes } from './hidden-homes.tsx';

/** Saved homes, newest first, each with its changes since; homes that are gone are marked. */
export function SavedHomes() {
  const { t } = useWords();
  const isKnown = useIsSavedKnown();
  const { homes } = useSaved();
  const looks = useViewedHomes().kept;
  const ids = Object.keys(homes).sort((a, b) => ((homes[a] ?? '') < (homes[b] ?? '') ? 1 : -1));
  const { found, error, retry } = useHomeCards(ids);
  useRememberNew(found?.cards, homes, looks);
  if (!isKnown) return <Waiting />;
  return (
    <>
      <KeptWhere tab="saved" />
      {ids.length === 0 ? (
        <Empty
          icon={<HeartIcon isFull={false} />}
          title={t('saved.homes_none')}
          text={t('saved.homes_none_text')}
        >
          <SiteLink path="/homes/for_sale" className={buttonClass('primary')}>
            {t('saved.look_for_homes')}
          </SiteLink>
        </Empty>
      ) : (
        <>
          {error === undefined ? null : <Failed error={error} onRetry={retry} />}
          {found === undefined ? (
            error === undefined ? (
              <Waiting />
            ) : null
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
                <p className="min-w-0 flex-1 basis-72 text-quiet">{t('saved.compare_hint')}</p>
                <AskFamily homes={ids.flatMap((id) => found.cards.get(id) ?? [])} />
              </div>
              <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
                {ids.map((id) => {
                  const card = found.cards.get(id);
                  const since = homes[id] ?? '';
                  if (card !== undefined) {
                    return (
                      <li key={id} className="flex flex-col">
                        <SinceSaved card={card} since={since} look={looks[id]} />
                        <div className="grow">
                          <KrwCard
                            home={card}
                            now={found.now}
                            headingLevel={3}
                            sizes="(min-width: 1280px) 270px, (min-width: 640px) 45vw, 94vw"
                          />
                        </div>
                      </li>
                    );
                  }
                  return found.gone.has(id) ? (
                    <li key={id}>
                      <GoneHome id={id} since={since} look={looks[id]} />
                    </li>
                  ) : null;
                })}
              </ul>
              <SourceNotes sources={found.sources} className="mt-8" />
            </>
          )}
        </>
      )}
      <HiddenHomes />
      <CompareTray />
    </>
  );
}

/** Remembers the current state of homes that were saved in another browser, to compare with later. */
function useRememberNew(
  cards: ReadonlyMap<string, HomeCardAnswer> | undefined,
  homes: Readonly<Record<string, string>>,
  looks: Readonly<Record<string, ViewedHome>>,
): void {
  useEffect(() => {
    for (const [id, since] of Object.entries(homes)) {
      const card = cards?.get(id);
      if (card === undefined || looks[id] !== undefined || priceDifferenceSince(card, since) !== undefined)
        continue;
      rememberHome('kept', card, [formatStreet(card), card.city].filter(Boolean).join(', '));
    }
  }, [cards, homes, looks]);
}

function SinceSaved({
  card,
  since,
  look,
}: {
  card: HomeCardAnswer;
  since: string;
  look: ViewedHome | undefined;
}) {
  const words = useWords();
  const { t, intl } = words;
  const change = look === undefined ? priceDifferenceSince(card, since) : differenceSince(look, card);
  const date = intl.formatDate(since, { month: 'short', day: 'numeric' });
  return (
    <p className="mb-1 flex min-h-8 items-center text-sm">
      {change === undefined ? (
        <span className="text-quiet">{t('saved.on', { date })}</span>
      ) : (
        <span className="font-semibold text-primary-text">
          {t('saved.since', { what: differenceText(change, card, words), date })}
        </span>
      )}
    </p>
  );
}

function GoneHome({ id, since, look }: { id: string; since: string; look: ViewedHome | undefined }) {
  const { t, intl } = useWords();
  const date = intl.formatDate(since, { dateStyle: 'long' });
  return (
    <div className="mt-9 rounded-card border border-line border-dashed p-4">
      <p className="font-semibold">
        {look === undefined || look.name === '' ? t('saved.gone_unnamed') : look.name}
      </p>
      <p className="mt-1">{t('saved.gone')}</p>
      <p className="mt-1 text-quiet text-sm">{t('saved.on', { date })}</p>
      <Button className="mt-3" onClick={() => void loadSavedStore().then((store) => store.dropHome(id))}>
        {t('saved.remove_home')}
      </Button>
    </div>
  );
}
