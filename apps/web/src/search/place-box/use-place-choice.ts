import type { SentenceAnswer, Suggestion } from '@maru/contract';
import { normalizePlaceText } from '@maru/listing/search';
import { localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { noteGuess, noteSentence, type SentenceNote } from '../sentence.ts';
import { choosePlace } from './place-choice.ts';
import { rememberSearch } from './recent-searches.ts';
import { isHome, type Option, sentenceOptions } from './suggestion-groups.ts';
import type { BoxState } from './use-box-state.ts';
import type { Suggestions } from './use-suggestions.ts';

/** Opens the page of a chosen option, or of the submitted text. */
export function usePlaceChoice(
  box: BoxState,
  suggestions: Suggestions,
  searchType: 'sale' | 'rent',
  pathFor: ((suggestion: Suggestion) => string) | undefined,
) {
  const { locale } = useWords();
  const router = useRouter();
  const follow = (path: string, said?: SentenceNote) => {
    box.leave();
    void router.navigate({ href: localePath(locale, path), state: { sentence: said } as object });
  };
  /** Opens the page of a sentence, after locating the visitor if it says "near me". */
  const chooseSentence = async (answer: SentenceAnswer, path: string) => {
    const name = (answer.didYouMean ?? box.text.trim()).slice(0, 200);
    const said = noteSentence(answer, box.text);
    if (answer.nearMe === undefined) {
      rememberSearch({ name, path, kind: 'sentence' });
      suggestions.hold(box.text);
      follow(path, said);
      return;
    }
    await chooseNear(answer.nearMe, path, said);
  };
  const chooseNear = async (meters: number, path = `/homes/for_${searchType}`, said?: SentenceNote) => {
    box.show({ note: 'wait' });
    const position = await import('../near-me.ts').then(
      ({ locateVisitor }) => locateVisitor(),
      () => null,
    );
    if (position === null) return box.refuse();
    // Four decimals are about 10 m.
    const [latitude, longitude] = position.map((one) => Number(one.toFixed(4)));
    follow(`${path}${path.includes('?') ? '&' : '?'}near=${latitude},${longitude},${meters}`, said);
  };
  const chooseSuggestion = (suggestion: Suggestion, said?: SentenceNote) => {
    const path = pathFor?.(suggestion) ?? suggestion.path;
    rememberSearch({ name: suggestion.name, path: suggestion.path, kind: suggestion.kind });
    box.fill(suggestion.name);
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
    const typed = (box.input.current?.value ?? '').trim();
    const asked = normalizePlaceText(typed);
    if (asked === '') {
      follow(`/homes/for_${searchType}`);
      return;
    }
    const found = await suggestions.settle(typed);
    if (found === 'superseded') return;
    if (found === 'failed') {
      box.show({ note: 'offline' });
      return;
    }
    // A sentence comes first, except after an address of that name.
    if (found.sentence !== null && !found.list.some(isHome)) {
      const ways = sentenceOptions(found.sentence);
      const isGuess = found.sentence.didYouMean !== undefined;
      const [only] = ways;
      if (found.sentence.where !== undefined) {
        box.show({ note: 'where', active: ways.length > 0 ? 0 : -1 });
        return;
      }
      if (only !== undefined && ways.length === 1 && !isGuess) {
        void chooseSentence(found.sentence, only.path);
        return;
      }
      // A guess from the other keyboard layout has a heading that says so.
      box.show({ note: isGuess ? null : 'choose', active: 0 });
      return;
    }
    const choice = choosePlace(asked, found.list, found.resolved);
    if ('go' in choice) {
      chooseSuggestion(choice.go, choice.isGuess ? noteGuess(typed, choice.go.name) : undefined);
      return;
    }
    // Guesses have a heading of their own; they are not ambiguous names.
    const guesses = found.list.every((one) => one.guessed);
    box.show({
      note: 'nothing' in choice ? 'none' : guesses ? null : 'choose',
      active: 'choose' in choice ? 0 : -1,
    });
  };

  return { choose, submit };
}
