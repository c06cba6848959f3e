import type { Suggestion } from '@maru/contract';
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
import { useWords } from '../i18n/words.tsx';
import {
  BuildingIcon,
  CityIcon,
  ClockIcon,
  CloseIcon,
  HashIcon,
  HouseIcon,
  MapIcon,
  PinIcon,
  RoadIcon,
  SearchIcon,
} from '../ui/first-icons.tsx';
import { keyActionOf } from './place-box-keys.ts';
import { placeChoiceOf } from './place-choice.ts';
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
  /** Where a chosen place leads, where not to its own page: a search keeps its filters. Path without /ko. */
  pathOf?: (suggestion: Suggestion) => string;
  /** Stands inside the form, before the box: the front page's switch between buying and renting. */
  children?: ReactNode;
}

const GROUP = 'px-4 pt-2 pb-1 text-sm font-semibold text-quiet';
const DEBOUNCE_MS = 60;

const KIND_ICONS: Record<string, typeof PinIcon> = {
  state: MapIcon,
  county: MapIcon,
  city: CityIcon,
  neighborhood: PinIcon,
  zip: HashIcon,
  street: RoadIcon,
  address: HouseIcon,
  listing: BuildingIcon,
};

type Note = 'choose' | 'none' | 'offline' | null;

/**
 * The one place where one says where: an ARIA combobox over `/home/suggest` in a real form. Without script the
 * form asks `/homes/for_{type}?text=…`. The text in the box is never touched while it is being typed (R22); a
 * name with several meanings opens the list and nothing else (R14).
 */
export function PlaceBox({ initialText = '', searchType, size, autoFocus, pathOf, children }: PlaceBoxProps) {
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
  const suggestions = useSuggestions(text, searchType, locale);

  // Another page, another place: the box follows, unless someone is typing in it.
  useEffect(() => {
    const box = input.current;
    if (box === null || composing.current.now || document.activeElement === box) return;
    box.value = initialText;
    setText(initialText);
  }, [initialText]);

  useEffect(() => focusOnSlash(() => input.current), []);

  const empty = text.trim() === '';
  const sure: Option[] = empty
    ? recent.map((search) => ({ search }))
    : suggestions.list.filter((one) => !one.guessed).map((suggestion) => ({ suggestion }));
  const guessed: Option[] = empty
    ? []
    : suggestions.list.filter((one) => one.guessed).map((suggestion) => ({ suggestion }));
  const options = [...sure, ...guessed];
  const showing = open && (options.length > 0 || note !== null);
  const lit = active < options.length ? active : -1;

  const follow = (path: string) => {
    setOpen(false);
    setNote(null);
    input.current?.blur();
    void router.navigate({ href: localePath(locale, path) });
  };
  const chooseSuggestion = (suggestion: Suggestion) => {
    const path = pathOf?.(suggestion) ?? suggestion.path;
    rememberSearch({ name: suggestion.name, path: suggestion.path, kind: suggestion.kind });
    if (input.current && !composing.current.now) input.current.value = suggestion.name;
    setText(suggestion.name);
    suggestions.hold(suggestion.name);
    follow(path);
  };
  const choose = (option: Option | undefined) => {
    if (option === undefined) return;
    if ('suggestion' in option) chooseSuggestion(option.suggestion);
    else {
      rememberSearch(option.search);
      follow(option.search.path);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const asked = questionOf(input.current?.value ?? '');
    if (asked === '') {
      follow(`/homes/for_${searchType}`);
      return;
    }
    const found = await suggestions.settle(asked);
    if (found === 'superseded') return;
    if (found === 'failed') {
      setNote('offline');
      setOpen(true);
      return;
    }
    const choice = placeChoiceOf(asked, found.list, found.resolved);
    if ('go' in choice) {
      chooseSuggestion(choice.go);
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
  const noteText =
    note === null
      ? ''
      : note === 'choose'
        ? t('place.choose')
        : note === 'offline'
          ? t('place.offline')
          : t('place.none', { text: text.trim() });
  const counted = open && !empty && suggestions.list.length > 0;
  const status = noteText || (counted ? t('place.count', { count: suggestions.list.length }) : '');

  const row = (option: Option, index: number) => {
    const search = 'search' in option ? option.search : option.suggestion;
    const Icon = 'search' in option ? ClockIcon : (KIND_ICONS[search.kind] ?? PinIcon);
    const count = 'suggestion' in option ? option.suggestion.count : null;
    const kind = `place.kind.${search.kind}` as MessageKey;
    const hasCount = count !== null && !['address', 'listing'].includes(search.kind);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the combobox has the keys and the focus.
      <div
        key={`${search.kind}:${search.path}`}
        id={optionId(index)}
        role="option"
        aria-selected={index === lit}
        className={`flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 ${index === lit ? 'bg-primary-soft' : ''}`}
        onPointerMove={(event) => event.pointerType === 'mouse' && setActive(index)}
        onClick={() => choose(option)}
      >
        <Icon size={20} className="text-quiet" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{search.name}</span>
          <span className="block text-xs text-quiet">{KIND_ICONS[search.kind] ? t(kind) : null}</span>
        </span>
        {hasCount ? (
          <span className="tabular shrink-0 text-sm text-quiet">
            {count > 0 ? t('place.homes', { count }) : t('place.no_homes')}
          </span>
        ) : null}
      </div>
    );
  };

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
          className={`flex items-center border bg-surface text-text transition-shadow focus-within:border-primary focus-within:shadow-float ${
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
            className={`min-w-0 flex-1 bg-transparent px-3 outline-none placeholder:text-quiet ${large ? 'h-16 text-lg' : 'h-11 text-base'}`}
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
            <button
              type="button"
              aria-label={t('place.clear')}
              className="grid size-11 shrink-0 place-items-center rounded-chip text-quiet hover:text-text"
              onClick={clear}
            >
              <CloseIcon size={18} />
            </button>
          )}
          {large ? (
            <button
              type="submit"
              className="min-h-12 shrink-0 rounded-field bg-primary px-5 font-semibold text-on-primary hover:bg-primary-strong"
            >
              {t('place.submit')}
            </button>
          ) : (
            <button type="submit" className="sr-only">
              {t('place.submit')}
            </button>
          )}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is. */}
        <div
          hidden={!showing}
          className="absolute inset-x-0 top-full z-40 mt-2 max-h-[min(70dvh,28rem)] overflow-y-auto rounded-card border border-line bg-surface py-2 text-left shadow-float"
          // The box keeps the focus while one points into the list.
          role="presentation"
          onMouseDown={keepFocus}
        >
          {note !== null ? <p className="px-4 py-2 text-sm text-quiet">{noteText}</p> : null}
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={t(empty ? 'place.recent' : 'place.list')}
            tabIndex={-1}
          >
            {empty && sure.length > 0 ? (
              <p className={GROUP} role="presentation">
                {t('place.recent')}
              </p>
            ) : null}
            {sure.map((option, index) => row(option, index))}
            {guessed.length > 0 ? (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
              <div role="group" aria-labelledby={`${id}-guessed`}>
                <p id={`${id}-guessed`} className={GROUP} role="presentation">
                  {t('place.guessed')}
                </p>
                {guessed.map((option, index) => row(option, sure.length + index))}
              </div>
            ) : null}
          </div>
          {empty && options.length > 0 ? (
            <button
              type="button"
              className="mt-1 min-h-11 w-full border-line border-t px-4 text-left text-sm text-quiet hover:text-text"
              onClick={() => {
                forgetSearches();
                input.current?.focus();
              }}
            >
              {t('place.recent_clear')}
            </button>
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

type Option = { suggestion: Suggestion } | { search: RecentSearch };

interface Found {
  text: string;
  list: Suggestion[];
  /** The one place that the text means, where the API was asked and is sure. */
  resolved?: string;
}

/**
 * The suggestions for a text: a moment after the last letter, newest question only, older ones given up. While a
 * new answer is on its way the last one stays.
 */
function useSuggestions(text: string, searchType: 'sale' | 'rent', locale: Locale) {
  const { client } = useRouter().options.context;
  const [found, setFound] = useState<Found>({ text: '', list: [] });
  const held = useRef('');
  const asked = questionOf(text);
  const settling = useRef<AbortController>(undefined);

  const ask = async (wanted: string, signal: AbortSignal): Promise<Found> => {
    const { suggestions } = await client.suggestHomes({
      query: { text: wanted, locale, searchType, limit: 8 },
      signal,
    });
    return { text: wanted, list: suggestions };
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
    list: asked === '' ? [] : found.list,
    /** The box now says this because it was chosen: no question follows. */
    hold: (chosen: string) => {
      held.current = questionOf(chosen);
    },
    /** The answer for exactly this text, for Enter; a later question supersedes it. */
    settle: async (wanted: string): Promise<Found | 'failed' | 'superseded'> => {
      settling.current?.abort();
      const stop = new AbortController();
      settling.current = stop;
      try {
        const answer = found.text === wanted ? found : await ask(wanted, stop.signal);
        if ('choose' in placeChoiceOf(wanted, answer.list)) {
          answer.resolved = await client
            .findPlace({ query: { text: wanted, locale }, signal: stop.signal })
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

const NONE: RecentSearch[] = [];
let known: { text: string; list: RecentSearch[] } = { text: '[]', list: NONE };

/** The server knows of no searches, so the first render has none either. */
export function useRecentSearches(): RecentSearch[] {
  return useSyncExternalStore(
    watchRecentSearches,
    () => {
      const list = loadRecentSearches();
      const text = JSON.stringify(list);
      if (text !== known.text) known = { text, list };
      return known.list;
    },
    () => NONE,
  );
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
