import type { HomeCardAnswer } from '@maru/contract';
import { formatApiQuery, roundBounds } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { KrwCard } from '../../listing/card/krw-card.tsx';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons/icons.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { withDestination } from '../commute-destination.ts';
import { keptByEntry } from '../history-entry.ts';
import type { SearchData } from '../search-data.ts';

/** The card of a pressed pin, over the map. */
export function MapPreview({
  home,
  now,
  onClose,
}: {
  home: HomeCardAnswer;
  now: number;
  onClose: () => void;
}) {
  const { t } = useWords();
  useEffect(() => {
    const opener = document.activeElement;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      onClose();
      if (opener instanceof HTMLElement) opener.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <section
      aria-label={t('map.preview')}
      className="absolute bottom-8 left-1/2 z-10 flex max-h-[calc(100%-40px)] w-[min(300px,calc(100%-32px))] -translate-x-1/2 flex-col rounded-card shadow-float max-md:bottom-10 max-md:max-h-[calc(100%-48px)]"
    >
      {/*
       * On a phone held sideways a strip of the picture leaves room for the words. The corner is the close button's: the card's
       * heart stands below, beside its menu, since a badge may be as long as the rest of the edge.
       */}
      <div className="max-h-full overflow-y-auto rounded-card [&_article>.needs-script]:top-12 [&_article>.needs-script]:right-12.5 [@media(max-height:500px)]:[&_article>div:first-child]:h-14 [@media(max-height:500px)]:[&_article>div:first-child]:overflow-hidden">
        <KrwCard home={home} now={now} headingLevel={2} sizes="300px" />
      </div>
      <Button
        variant="bare"
        className="absolute top-1 right-1.5 z-20 grid size-11 place-items-center rounded-chip"
        onClick={onClose}
      >
        <span className="grid size-9 place-items-center rounded-chip bg-surface text-text shadow-float">
          <CloseIcon size={18} />
        </span>
        <span className="sr-only">{t('map.preview_close')}</span>
      </Button>
    </section>
  );
}

/** About a meter: a pin's home is requested by its position, with the filters of the search. */
const AROUND_DEGREES = 0.0001;

interface PickedPin {
  homeId: string;
  longitude: number;
  latitude: number;
}

/** The pin whose card is open, by history entry. */
const keptPins = keptByEntry<PickedPin | null>('maru/pins');

/** The card of a pressed pin: from the list if it is there, otherwise requested. It is open again after going back (rule R12). */
export function usePreview({ answer, query }: SearchData, entry: string) {
  const { client } = useRouter().options.context;
  const [picked, setPicked] = useState(() => keptPins.load(entry));
  useEffect(() => keptPins.save(entry, picked), [entry, picked]);
  const { value: home = null } = useLatest(picked?.homeId ?? null, async (signal) => {
    const find = (listings: readonly HomeCardAnswer[]) =>
      listings.find(({ homeId }) => homeId === picked?.homeId) ?? null;
    const known = find(answer.listings);
    if (picked === null || known !== null) return known;
    const { longitude, latitude } = picked;
    const { page: _page, ...rest } = withDestination(query);
    const bbox = roundBounds([
      longitude - AROUND_DEGREES,
      latitude - AROUND_DEGREES,
      longitude + AROUND_DEGREES,
      latitude + AROUND_DEGREES,
    ]);
    const text = `${formatApiQuery({ ...rest, bbox })}&want=listings&want=costs`;
    return client.listHomes({ query: text, signal }).then(
      ({ listings }) => find(listings),
      () => null,
    );
  });
  const open = useCallback(
    (homeId: string | null, cluster: Omit<PickedPin, 'homeId'> | null) =>
      setPicked(
        homeId === null || cluster === null
          ? null
          : { homeId, longitude: cluster.longitude, latitude: cluster.latitude },
      ),
    [],
  );
  return useMemo(() => ({ home, open }), [home, open]);
}
