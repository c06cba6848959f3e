import type { Suggestion } from '@maru/contract';
import { localePath } from '@maru/words';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { useSaved } from '../../listing/kept/use-saved.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/icons/first-icons.tsx';
import { useLatePart } from '../use-late-part.ts';
import { resolveKey } from './place-box-keys.ts';
import { findLastPlace, forgetSearches, useRecentSearches } from './recent-searches.ts';
import type { Option } from './suggestion-groups.ts';
import { suggestionGroups } from './suggestion-groups.ts';
import { useBoxState } from './use-box-state.ts';
import { usePlaceChoice } from './use-place-choice.ts';
import { useSuggestions } from './use-suggestions.ts';

interface PlaceBoxProps {
  /** The initial text: the place of the page. */
  initialText?: string;
  searchType: 'sale' | 'rent';
  size: 'large' | 'compact';
  /** Slug of the page's place, for sentences that name none. */
  place?: string;
  /** Path of a chosen place without /ko; default: the place's own page. A search keeps its filters. */
  pathFor?: (suggestion: Suggestion) => string;
  /** Inside the form, before the box: the front page's switch between buying and renting. */
  children?: ReactNode;
}

const NOTES = {
  choose: 'place.choose',
  where: 'place.where',
  none: 'place.none',
  offline: 'place.offline',
  wait: 'place.near_me_wait',
  refused: 'place.near_me_refused',
} as const;

const loadOptions = () => import('./place-options.tsx').then((module) => module.PlaceOptions);

/**
 * The box for places and sentences: an ARIA combobox over `/home/suggest` and `/home/parse` in a real form. Without
 * script the form requests `/homes/for_{type}?text=…`. The text is never changed while it is being typed (rule R22); an
 * ambiguous name only opens the list (rule R14).
 */
export function PlaceBox({ initialText = '', searchType, size, place, pathFor, children }: PlaceBoxProps) {
  const { t, locale } = useWords();
  const id = useId();
  const box = useBoxState(initialText);
  const { text, open, active, note } = box;
  const recent = useRecentSearches();
  const kept = useSaved().searches.slice(0, MOST_KEPT);
  const suggestions = useSuggestions(text, searchType, locale, { place, lastPlace: findLastPlace(recent) });

  const empty = text.trim() === '';
  const { list, sentence } = suggestions.found;
  const groups = empty
    ? [
        { label: null, options: [{ nearMe: NEAR_ME_METERS }] as Option[] },
        { label: t('place.recent'), options: recent.map((search): Option => ({ search })) },
        { label: t('place.saved'), options: kept.map((kept): Option => ({ kept })) },
      ]
    : suggestionGroups(list, sentence, t);
  const options = groups.flatMap((group) => group.options);
  const Options = useLatePart(loadOptions, open);
  const showing = open && ((Options !== null && options.length > 0) || note !== null);
  const lit = active < options.length ? active : -1;

  const { choose, submit } = usePlaceChoice(box, suggestions, searchType, pathFor);
  const press = (event: KeyboardEvent) => {
    const action = resolveKey(
      {
        key: event.key,
        isComposing: event.nativeEvent.isComposing || box.composing.current.now,
        keyCode: event.nativeEvent.keyCode,
        altKey: event.altKey,
        modified: event.ctrlKey || event.metaKey,
      },
      { open, count: options.length, active: lit, justComposed: box.composing.current.justEnded },
    );
    if (event.key === 'Tab') box.setOpen(false);
    if (action.do === 'leave') return;
    event.preventDefault();
    if (action.do === 'open') box.setOpen(true);
    else if (action.do === 'light') box.setActive(action.option);
    else if (action.do === 'choose') choose(options[action.option]);
    else if (action.do === 'close') box.setOpen(false);
    else box.clear();
  };

  const large = size === 'large';
  const optionId = (index: number) => `${id}-option-${index}`;
  const noteText = note === null ? '' : t(NOTES[note], { text: text.trim().slice(0, 100) });
  const counted = open && !empty && options.length > 0;
  const status = noteText || (counted ? t('place.count', { count: options.length }) : '');

  return (
    <search>
      <form
        action={localePath(locale, `/homes/for_${searchType}`)}
        method="get"
        onSubmit={(event) => void submit(event)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) box.setOpen(false);
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
            ref={box.input}
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
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            className={`min-w-0 flex-1 text-ellipsis bg-transparent px-3 outline-none placeholder:text-quiet ${large ? 'h-16 text-lg' : 'h-11 text-base'}`}
            onInput={(event) => {
              box.edit(event.currentTarget.value);
              box.setOpen(true);
            }}
            onFocus={(event) => {
              event.currentTarget.select();
              if (event.currentTarget.value.trim() === '') box.setOpen(true);
            }}
            onClick={() => box.setOpen(true)}
            onKeyDown={press}
            onCompositionStart={() => {
              box.composing.current = { now: true, justEnded: false };
            }}
            onCompositionEnd={() => {
              box.composing.current = { now: false, justEnded: true };
              setTimeout(() => {
                box.composing.current.justEnded = false;
              }, 0);
            }}
          />
          {empty ? null : (
            <Button
              variant="icon"
              // On a phone the clear button takes room from the name; show it only with the focus.
              className={`noscript:hidden text-quiet hover:text-text ${large ? '' : 'max-md:group-not-focus-within/box:hidden'}`}
              aria-label={t('place.clear')}
              onMouseDown={keepFocus}
              onClick={box.clear}
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the box. */}
        <div
          hidden={!showing}
          className="absolute top-full left-0 z-40 mt-2 max-h-[min(70dvh,28rem)] w-full overflow-y-auto rounded-card border border-line bg-surface py-2 text-left shadow-float max-md:w-[calc(100vw-2rem)]"
          // Keep the focus in the box while the list is pressed.
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
                optionId={optionId}
                onLight={box.setActive}
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
                box.input.current?.focus();
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

/** Saved searches in the list; the visitor's own page has all. */
const MOST_KEPT = 5;

/** Meters around the visitor, if no distance is given. */
const NEAR_ME_METERS = 5_000;
