import type { SentenceAnswer, Suggestion } from '@maru/contract';
import { questionOf } from '@maru/listing';
import { type Locale, localePath, type MessageKey } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useWords, type Words } from '../../i18n/words.tsx';
import { useSaved } from '../../listing/kept/use-saved.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/icons/first-icons.tsx';
import {
  guessOf,
  MAX_SENTENCE,
  mayBeSentence,
  namesPlace,
  type SaidSentence,
  saidOf,
  saysMore,
} from '../sentence.ts';
import { useLatePart } from '../use-late-part.ts';
import { keyActionOf } from './place-box-keys.ts';
import { placeChoiceOf } from './place-choice.ts';
import { type Group, isHome, type Option } from './place-option.ts';
import {
  forgetSearches,
  loadRecentSearches,
  type RecentSearch,
  rememberSearch,
  watchRecentSearches,
} from './recent-searches.ts';

interface PlaceBoxProps {
  /** What the box says at first: the place that the page is about. */
  initialText?: string;
  searchType: 'sale' | 'rent';
  size: 'large' | 'compact';
  autoFocus?: boolean;
  /** Slug of the place that a sentence without one is about: that of the page. */
  place?: string;
  /** Where a chosen place leads, where not to its own page: a search keeps its filters. Path without /ko. */
  pathOf?: (suggestion: Suggestion) => string;
  /** Stands inside the form, before the box: the front page's switch between buying and renting. */
  children?: ReactNode;
}

const DEBOUNCE_MS = 60;

type Note = 'choose' | 'none' | 'offline' | 'wait' | 'refused' | null;

const NOTES = {
  choose: 'place.choose',
  none: 'place.none',
  offline: 'place.offline',
  wait: 'place.near_me_wait',
  refused: 'place.near_me_refused',
} as const;

/** What one may look for stands in groups, in this order. */
const GROUPS: [key: MessageKey, kinds: readonly string[]][] = [
  ['place.group.places', ['state', 'county', 'city', 'neighborhood', 'zip']],
  ['place.group.addresses', ['street', 'address']],
  ['place.group.listings', ['listing']],
  ['place.group.schools', ['district', 'school']],
];

const loadOptions = () => import('./place-options.tsx').then((module) => module.PlaceOptions);

/**
 * The one place where one says where, or in a sentence what: an ARIA combobox over `/home/suggest` and `/home/parse`
 * in a real form. Without script the
 * form asks `/homes/for_{type}?text=…`. The text in the box is never touched while it is being typed (rule R22); a
 * name with several meanings opens the list and nothing else (rule R14).
 */
export function PlaceBox({
  initialText = '',
  searchType,
  size,
  autoFocus,
  place,
  pathOf,
  children,
}: PlaceBoxProps) {
  const { t, locale } = useWords();
  const router = useRouter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(initialText);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [note, setNote] = useState<Note>(null);
  const composing = useRef({ now: false, justEnded: false });
  const recent = useRecentSearches();
  const kept = useSaved().searches.slice(0, MOST_KEPT);
  const suggestions = useSuggestions(text, searchType, locale, place);

  // Another page, another place: the box follows, unless someone is typing in it.
  useEffect(() => {
    const box = input.current;
    if (box === null || composing.current.now || document.activeElement === box) return;
    box.value = initialText;
    setText(initialText);
  }, [initialText]);

  useEffect(() => focusOnSlash(() => input.current), []);

  const empty = text.trim() === '';
  const { list, sentence } = suggestions.found;
  const groups = empty
    ? [
        { label: null, options: [{ nearMe: NEAR_ME_METERS }] as Option[] },
        { label: t('place.recent'), options: recent.map((search): Option => ({ search })) },
        { label: t('place.saved'), options: kept.map((kept): Option => ({ kept })) },
      ]
    : groupsOf(list, sentence, t);
  const options = groups.flatMap((group) => group.options);
  const Options = useLatePart(loadOptions, open);
  const showing = open && ((Options !== null && options.length > 0) || note !== null);
  const lit = active < options.length ? active : -1;

  const follow = (path: string, said?: SaidSentence) => {
    setOpen(false);
    setNote(null);
    input.current?.blur();
    void router.navigate({ href: localePath(locale, path), state: { sentence: said } as object });
  };
  /** Opens the page of a sentence; where it is around the visitor, once they have been found. */
  const chooseSentence = async (answer: SentenceAnswer, path: string) => {
    const name = (answer.didYouMean ?? text.trim()).slice(0, 200);
    const said = saidOf(answer, text);
    if (answer.nearMe === undefined) {
      rememberSearch({ name, path, kind: 'sentence' });
      suggestions.hold(text);
      follow(path, said);
      return;
    }
    await chooseNear(answer.nearMe, path, said);
  };
  const chooseNear = async (meters: number, path = `/homes/for_${searchType}`, said?: SaidSentence) => {
    setNote('wait');
    setOpen(true);
    const near = await import('../near-me.ts').then(
      ({ findNearMe }) => findNearMe(meters),
      () => null,
    );
    if (near === null) setNote('refused');
    else follow(`${path}${path.includes('?') ? '&' : '?'}${near}`, said);
  };
  const chooseSuggestion = (suggestion: Suggestion, said?: SaidSentence) => {
    const path = pathOf?.(suggestion) ?? suggestion.path;
    rememberSearch({ name: suggestion.name, path: suggestion.path, kind: suggestion.kind });
    if (input.current && !composing.current.now) input.current.value = suggestion.name;
    setText(suggestion.name);
    suggestions.hold(suggestion.name);
    follow(path, said);
  };
  const choose = (option: Option | undefined) => {
    if (option === undefined) return;
    if ('suggestion' in option) chooseSuggestion(option.suggestion);
    else if ('nearMe' in option) void chooseNear(option.nearMe);
    else if ('sentence' in option) void chooseSentence(option.sentence, option.path);
    else if ('kept' in option) follow(option.kept.path);
    else {
      rememberSearch(option.search);
      follow(option.search.path);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = (input.current?.value ?? '').trim();
    const asked = questionOf(typed);
    if (asked === '') {
      follow(`/homes/for_${searchType}`);
      return;
    }
    const found = await suggestions.settle(typed);
    if (found === 'superseded') return;
    if (found === 'failed') {
      setNote('offline');
      setOpen(true);
      return;
    }
    // A sentence stands first, but behind an address that is called so.
    if (found.sentence !== null && !found.list.some(isHome)) {
      const ways = waysOf(found.sentence);
      const isGuess = found.sentence.didYouMean !== undefined;
      const [only] = ways;
      if (only !== undefined && ways.length === 1 && !isGuess) {
        void chooseSentence(found.sentence, only.path);
        return;
      }
      // The other keyboard is a guess, which its heading says.
      setNote(isGuess ? null : 'choose');
      setActive(0);
      setOpen(true);
      return;
    }
    const choice = placeChoiceOf(asked, found.list, found.resolved);
    if ('go' in choice) {
      chooseSuggestion(choice.go, choice.isGuess ? guessOf(typed, choice.go.name) : undefined);
      return;
    }
    // Guesses have a heading of their own; they are no namesakes.
    const guesses = found.list.every((one) => one.guessed);
    setNote('nothing' in choice ? 'none' : guesses ? null : 'choose');
    setActive('choose' in choice ? 0 : -1);
    setOpen(true);
  };

  const press = (event: KeyboardEvent) => {
    const action = keyActionOf(
      {
        key: event.key,
        isComposing: event.nativeEvent.isComposing || composing.current.now,
        keyCode: event.nativeEvent.keyCode,
        altKey: event.altKey,
        modified: event.ctrlKey || event.metaKey,
      },
      { open, count: options.length, active: lit, justComposed: composing.current.justEnded },
    );
    if (event.key === 'Tab') setOpen(false);
    if (action.do === 'leave') return;
    event.preventDefault();
    if (action.do === 'open') setOpen(true);
    else if (action.do === 'light') setActive(action.option);
    else if (action.do === 'choose') choose(options[action.option]);
    else if (action.do === 'close') setOpen(false);
    else clear();
  };

  const clear = () => {
    if (input.current) input.current.value = '';
    setText('');
    setActive(-1);
    setNote(null);
    input.current?.focus();
  };

  const large = size === 'large';
  const optionId = (index: number) => `${id}-option-${index}`;
  const noteText = note === null ? '' : t(NOTES[note], { text: text.trim().slice(0, 100) });
  const counted = open && !empty && options.length > 0;
  const status = noteText || (counted ? t('place.count', { count: options.length }) : '');

  return (
    <search>
      <form
        ref={root}
        action={localePath(locale, `/homes/for_${searchType}`)}
        method="get"
        onSubmit={(event) => void submit(event)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
        }}
        className="relative"
      >
        {children}
        <div
          className={`group/box flex items-center border bg-surface text-text transition-shadow focus-within:border-primary focus-within:shadow-float ${
            large
              ? 'min-h-16 rounded-card border-line-strong pr-2 pl-5 shadow-float'
              : 'min-h-11 rounded-field border-line-strong pr-1 pl-3'
          }`}
        >
          <SearchIcon size={large ? 22 : 18} className="text-quiet" />
          <input
            ref={input}
            id={`${id}-input`}
            name="text"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            role="combobox"
            aria-label={t('place.label')}
            aria-autocomplete="list"
            aria-expanded={showing}
            aria-controls={`${id}-list`}
            aria-activedescendant={showing && lit >= 0 ? optionId(lit) : undefined}
            placeholder={t('place.placeholder')}
            defaultValue={initialText}
            // biome-ignore lint/a11y/noAutofocus: only where the page has nothing else to do.
            autoFocus={autoFocus}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            className={`min-w-0 flex-1 text-ellipsis bg-transparent px-3 outline-none placeholder:text-quiet ${large ? 'h-16 text-lg' : 'h-11 text-base'}`}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setActive(-1);
              setNote(null);
              setOpen(true);
            }}
            onFocus={(event) => {
              event.currentTarget.select();
              if (event.currentTarget.value.trim() === '') setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onKeyDown={press}
            onCompositionStart={() => {
              composing.current = { now: true, justEnded: false };
            }}
            onCompositionEnd={() => {
              composing.current = { now: false, justEnded: true };
              setTimeout(() => {
                composing.current.justEnded = false;
              }, 0);
            }}
          />
          {empty ? null : (
            <Button
              variant="icon"
              // On a phone the name needs the room until somebody is in the box.
              className={`noscript:hidden text-quiet hover:text-text ${large ? '' : 'max-md:group-not-focus-within/box:hidden'}`}
              aria-label={t('place.clear')}
              onMouseDown={keepFocus}
              onClick={clear}
            >
              <CloseIcon size={18} />
            </Button>
          )}
          {large ? (
            <Button variant="primary" size="large" className="shrink-0 px-5!" type="submit">
              {t('place.submit')}
            </Button>
          ) : (
            <Button variant="bare" type="submit" className="sr-only">
              {t('place.submit')}
            </Button>
          )}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is. */}
        <div
          hidden={!showing}
          className="absolute top-full left-0 z-40 mt-2 max-h-[min(70dvh,28rem)] w-full overflow-y-auto rounded-card border border-line bg-surface py-2 text-left shadow-float max-md:w-[calc(100vw-2rem)]"
          // The box keeps the focus while one points into the list.
          role="presentation"
          onMouseDown={keepFocus}
        >
          {note !== null ? <p className="px-4 py-2 text-quiet text-sm">{noteText}</p> : null}
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={t(empty ? 'place.recent' : 'place.list')}
            tabIndex={-1}
          >
            {Options === null ? null : (
              <Options
                groups={groups}
                lit={lit}
                text={suggestions.found.text}
                idOf={optionId}
                onLight={setActive}
                onChoose={choose}
              />
            )}
          </div>
          {empty && recent.length > 0 ? (
            <Button
              variant="bare"
              className="mt-1 min-h-11 w-full border-line border-t px-4 text-left text-quiet text-sm hover:text-text"
              onClick={() => {
                forgetSearches();
                input.current?.focus();
              }}
            >
              {t('place.recent_clear')}
            </Button>
          ) : null}
        </div>
        <p role="status" className="sr-only">
          {status}
        </p>
      </form>
    </search>
  );
}

function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

/** Kept searches that the box offers; all of them are on one's own page. */
const MOST_KEPT = 5;

/** Metres around who looks near themselves and does not say how far. */
const NEAR_ME_METERS = 5_000;

/** What a sentence may mean: one search, or one for each of the places of a name. */
function waysOf(sentence: SentenceAnswer): Extract<Option, { sentence: SentenceAnswer }>[] {
  const { ambiguous, path, placeLink, total } = sentence;
  if (ambiguous === undefined) return [{ sentence, path, label: placeLink?.label, count: total }];
  return ambiguous.places
    .slice(0, 4)
    .map(({ path, label, total: count }) => ({ sentence, path, label, count }));
}

function groupsOf(list: readonly Suggestion[], sentence: SentenceAnswer | null, t: Words['t']): Group[] {
  const sure = list.filter((one) => !one.guessed);
  const kinds = GROUPS.flatMap(([key, kinds]) => {
    const options = sure.filter((one) => kinds.includes(one.kind)).map((suggestion) => ({ suggestion }));
    return options.length === 0 ? [] : [{ label: t(key, { count: options.length }), options }];
  });
  // What came first stands first: an address before places, where one was typed.
  const [first] = sure;
  if (first !== undefined && isHome(first)) {
    kinds.sort((a, b) => Number(holds(b, first)) - Number(holds(a, first)));
  }
  const ways = sentence === null ? [] : waysOf(sentence);
  const isGuess = sentence?.didYouMean !== undefined;
  const said = ways.length === 0 || isGuess ? [] : [{ label: t('place.group.sentence'), options: ways }];
  const guesses: Option[] = [
    ...(isGuess ? ways : []),
    ...list.filter((one) => one.guessed).map((suggestion) => ({ suggestion })),
  ];
  const guessed = guesses.length === 0 ? [] : [{ label: t('place.guessed'), options: guesses }];
  const groups: Group[] = sure.some(isHome) ? [...kinds, ...said] : [...said, ...kinds];
  // One group of what was typed needs no name.
  const only = groups.length === 1 && said.length === 0 ? groups[0] : undefined;
  if (only !== undefined) only.label = null;
  return [...groups, ...guessed];
}

function holds({ options }: Group, wanted: Suggestion): boolean {
  return options.some((option) => 'suggestion' in option && option.suggestion === wanted);
}

interface Found {
  text: string;
  /** Whether its addresses are of homes for sale or for rent. */
  type?: 'sale' | 'rent';
  list: Suggestion[];
  /** What the text asks for, where it says more than a place. */
  sentence: SentenceAnswer | null;
  /** The one place that the text means, where the API was asked and is sure. */
  resolved?: string;
}

const NOTHING: Found = { text: '', list: [], sentence: null };

/**
 * The suggestions for a text: a moment after the last letter, newest question only, older ones given up. While a
 * new answer is on its way the last one stays.
 */
function useSuggestions(
  text: string,
  searchType: 'sale' | 'rent',
  locale: Locale,
  place: string | undefined,
) {
  const { client } = useRouter().options.context;
  const [last, setFound] = useState<Found>(NOTHING);
  const found = last.type === searchType ? last : NOTHING;
  const held = useRef('');
  const asked = text.trim();
  const settling = useRef<AbortController>(undefined);

  const ask = async (wanted: string, signal: AbortSignal): Promise<Found> => {
    const [{ suggestions }, sentence] = await Promise.all([
      client.suggestHomes({ query: { text: questionOf(wanted), locale, searchType, limit: 8 }, signal }),
      mayBeSentence(wanted)
        ? client
            .parseHomes({ query: { text: wanted.slice(0, MAX_SENTENCE), locale, searchType, place }, signal })
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
        // Suggestions that fail stay away; Enter asks again and tells.
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
        if (answer.sentence === null && 'choose' in placeChoiceOf(questionOf(wanted), answer.list)) {
          answer.resolved = await client
            .findPlace({ query: { text: questionOf(wanted), locale }, signal: stop.signal })
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

const NONE: readonly RecentSearch[] = [];

/** The server knows of no searches, so the first render has none either. */
export function useRecentSearches(): readonly RecentSearch[] {
  return useSyncExternalStore(watchRecentSearches, loadRecentSearches, () => NONE);
}

/** `/` puts the caret into the first box that can be seen, unless one is typing somewhere. */
function focusOnSlash(box: () => HTMLInputElement | null): () => void {
  const press = (event: globalThis.KeyboardEvent) => {
    const at = event.target as HTMLElement | null;
    const typing = at?.closest?.('input, textarea, select, [contenteditable], dialog');
    if (
      event.key !== '/' ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      typing
    )
      return;
    const input = box();
    if (input === null || input.offsetParent === null) return;
    event.preventDefault();
    input.focus();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
