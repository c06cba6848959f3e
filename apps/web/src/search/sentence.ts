import type { SentenceAnswer } from '@maru/contract';

/** Letters of a sentence that are sent to the API. */
export const MAX_SENTENCE = 1_000;

/** Whether a text may be more than the name of a place: several words, a number, or a long Korean text. */
export function looksLikeSentence(text: string): boolean {
  return /\s\S|\D\d|\d\D|[·,/]\S/.test(text) || /[가-힣]{6}/.test(text);
}

/** Whether a sentence has filters or several places, or needs a hint why it has none. */
export function saysMore(
  { searchType, filters, otherPlaces, nearMe, neutralHint }: SentenceAnswer,
  asked: string,
): boolean {
  return (
    Object.keys(filters).length > 0 ||
    otherPlaces.length > 0 ||
    searchType !== asked ||
    nearMe !== undefined ||
    neutralHint
  );
}

/** Whether a sentence names a place, if nothing else yet: "irvine 3 be" is about to name a number of beds. */
export function namesPlace({ place, ambiguous }: SentenceAnswer): boolean {
  return place !== undefined || ambiguous !== undefined;
}

/** The words not understood, without the word (and its number) that is still being typed. */
export function strayWords(notUnderstood: readonly string[], text: string): string[] {
  const unfinished = /(?:\d\S*\s+)?\S+$/.exec(text)?.[0] ?? '';
  return notUnderstood.filter((stretch) => !unfinished.includes(stretch));
}

/** What the results page says about the sentence that led to it; kept in the history entry. */
export type SentenceNote = Pick<SentenceAnswer, 'notUnderstood' | 'neutralTopics' | 'notes' | 'wonRate'> & {
  /** Only the beginning was read. */
  isCut: boolean;
  /** The typed text was no exact name; the place is the closest match. */
  guess?: { text: string; place: string };
};

export function noteSentence(answer: SentenceAnswer, text: string): SentenceNote {
  const { notUnderstood, neutralTopics, notes, wonRate, slips } = answer;
  const isCut = text.trim().length > MAX_SENTENCE;
  const [guess] = slips;
  return { notUnderstood, neutralTopics, notes, wonRate, isCut, ...(guess === undefined ? {} : { guess }) };
}

/** The note for a misspelled name. */
export function noteGuess(text: string, place: string): SentenceNote {
  return {
    notUnderstood: [],
    neutralTopics: [],
    notes: [],
    isCut: false,
    guess: { text: text.slice(0, 100), place },
  };
}
