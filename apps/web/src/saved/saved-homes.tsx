import type { HomeCardAnswer } from '@maru/contract';
import { formatStreet } from '@maru/listing/places';
import { useEffect, useState } from 'react';
import { KeptWhere } from '../account/kept-where.tsx';
import { useWords, type Words } from '../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { CompareTray, differenceText } from '../listing/card/card-extras.tsx';
import { addressLine, priceText } from '../listing/card/card-words.ts';
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
import { Empty, Failed, LoadState, Waiting } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';

/** Saved homes, newest first, each with its changes since; homes that are gone are marked. */
export function SavedHomes() {
  const words = useWords();
  const { t } = words;
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
          <LoadState isLoading={found === undefined} error={error} onRetry={retry} />
          {found === undefined ? null : (
            <MixedSources sources={found.sources}>
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
                      <CardSince
                        key={id}
                        card={card}
                        now={found.now}
                        {...sinceSaved(card, since, looks[id], words)}
                      />
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
            </MixedSources>
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

/** What has changed since a home was saved, else when it was. */
function sinceSaved(card: HomeCardAnswer, since: string, look: ViewedHome | undefined, words: Words) {
  const { t, intl } = words;
  const change = look === undefined ? priceDifferenceSince(card, since) : differenceSince(look, card);
  const date = intl.formatDate(since, { month: 'short', day: 'numeric' });
  return change === undefined
    ? { text: t('saved.on', { date }), isNews: false }
    : { text: t('saved.since', { what: differenceText(change, card, words), date }), isNews: true };
}

interface CardSinceProps {
  card: HomeCardAnswer;
  now: number;
  text: string;
  /** `text` says what has changed. */
  isNews: boolean;
}

/** A card below a line about what has changed. */
export function CardSince({ card, now, text, isNews }: CardSinceProps) {
  return (
    <li className="flex flex-col">
      <p className="mb-1 flex min-h-8 items-center text-sm">
        <span className={isNews ? 'font-semibold text-primary-text' : 'text-quiet'}>{text}</span>
      </p>
      <div className="grow">
        <KrwCard
          home={card}
          now={now}
          headingLevel={3}
          sizes="(min-width: 1280px) 270px, (min-width: 640px) 45vw, 94vw"
        />
      </div>
    </li>
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

/** Hidden homes, each with a button to show it again. Loaded when opened. */
function HiddenHomes() {
  const { t } = useWords();
  const { hidden } = useSaved();
  const [isOpen, setOpen] = useState(false);
  if (hidden.length === 0) return null;
  return (
    <details
      className="mt-10 border-line border-t pt-4"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {t('hidden.title', { count: hidden.length })}
      </summary>
      {isOpen ? <HiddenList ids={hidden} /> : null}
    </details>
  );
}

function HiddenList({ ids }: { ids: readonly string[] }) {
  const words = useWords();
  const { t } = words;
  const { found, error, retry } = useHomeCards(ids);
  const show = (id: string) => void loadSavedStore().then((store) => store.showHome(id));
  if (error !== undefined) return <Failed error={error} onRetry={retry} />;
  if (found === undefined) return <Waiting />;
  return (
    <ul className="mt-2 divide-y divide-line rounded-card border border-line bg-surface">
      {ids.map((id) => {
        const card = found.cards.get(id);
        if (card === undefined && !found.gone.has(id)) return null;
        const name = card === undefined ? t('saved.gone_unnamed') : addressLine(card, words);
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <div className="min-w-0 flex-1 basis-52">
              {card === undefined ? (
                <>
                  <p>{name}</p>
                  <p className="text-quiet text-sm">{t('saved.gone')}</p>
                </>
              ) : (
                <SiteLink path={card.path} className="block min-h-11 underline-offset-4 hover:underline">
                  <span className="tabular font-semibold">{priceText(card, words)}</span>
                  <span className="block text-sm">{name}</span>
                </SiteLink>
              )}
            </div>
            <Button onClick={() => show(id)}>
              {t(card === undefined ? 'saved.remove_home' : 'hidden.show_again')}
              <span className="sr-only">, {name}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
