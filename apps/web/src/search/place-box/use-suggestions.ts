import type { SentenceAnswer, Suggestion } from '@maru/contract';
import { normalizePlaceText } from '@maru/listing/search';
import type { Locale } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { looksLikeSentence, MAX_SENTENCE, namesPlace, saysMore } from '../sentence.ts';
import { choosePlace } from './place-choice.ts';

const DEBOUNCE_MS = 60;

interface Found {
  text: string;
  /** Whether its paths are of homes for sale or for rent. */
  type?: 'sale' | 'rent';
  list: Suggestion[];
  /** The parsed sentence, if the text is more than a place. */
  sentence: SentenceAnswer | null;
  /** Slug of the place that the API resolves the text to, if it was asked. */
  resolved?: string;
}

const NOTHING: Found = { text: '', list: [], sentence: null };

export type Suggestions = ReturnType<typeof useSuggestions>;

/** Debounced suggestions for a text. A newer request aborts the older one; the last response stays until the next. */
export function useSuggestions(
  text: string,
  searchType: 'sale' | 'rent',
  locale: Locale,
  /** Slugs of the page's place, and of the one that was looked at last. */
  here: { place: string | undefined; lastPlace: string | undefined },
) {
  const { client } = useRouter().options.context;
  const [last, setFound] = useState<Found>(NOTHING);
  const found = last.type === searchType ? last : NOTHING;
  const held = useRef('');
  const asked = text.trim();
  const settling = useRef<AbortController>(undefined);

  const ask = async (wanted: string, signal: AbortSignal): Promise<Found> => {
    const [{ suggestions }, sentence] = await Promise.all([
      client.suggestHomes({
        query: { text: normalizePlaceText(wanted), locale, searchType, limit: 8 },
        signal,
      }),
      looksLikeSentence(wanted)
        ? client
            .parseHomes({
              query: { text: wanted.slice(0, MAX_SENTENCE), locale, searchType, ...here },
              signal,
            })
            // Without it the box still finds places.
            .catch(() => null)
        : null,
    ]);
    // Half a sentence is no name: what it says of where must not be lost while the rest is typed.
    const isOnlyWhere = suggestions.every((one) => one.guessed) && sentence !== null && namesPlace(sentence);
    return {
      text: wanted,
      type: searchType,
      list: suggestions,
      sentence: sentence !== null && (isOnlyWhere || saysMore(sentence, searchType)) ? sentence : null,
    };
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new text or type is a new question.
  useEffect(() => {
    settling.current?.abort();
    if (asked === '' || asked === held.current || asked === found.text) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask(asked, stop.signal).then(
        (answer) => {
          if (!stop.signal.aborted) setFound(answer);
        },
        // Failed suggestions are not shown; Enter repeats the request and shows the error.
        () => {},
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, searchType, locale]);

  return {
    found: asked === '' ? NOTHING : found,
    /** The box now says this because it was chosen: no question follows. */
    hold: (chosen: string) => {
      held.current = chosen.trim();
    },
    /** The answer for exactly this text, for Enter; a later question supersedes it. */
    settle: async (wanted: string): Promise<Found | 'failed' | 'superseded'> => {
      settling.current?.abort();
      const stop = new AbortController();
      settling.current = stop;
      try {
        const answer = found.text === wanted ? found : await ask(wanted, stop.signal);
        if (answer.sentence === null && 'choose' in choosePlace(normalizePlaceText(wanted), answer.list)) {
          answer.resolved = await client
            .findPlace({ query: { text: normalizePlaceText(wanted), locale }, signal: stop.signal })
            .then(({ place }) => place.slug)
            .catch(() => undefined);
        }
        if (stop.signal.aborted) return 'superseded';
        setFound(answer);
        return answer;
      } catch {
        return stop.signal.aborted ? 'superseded' : 'failed';
      }
    },
  };
}
