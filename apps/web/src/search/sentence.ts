import type { SentenceAnswer } from '@maru/contract';

/** How much of a typed sentence is asked about: the address of the call has a limit, nobody says more. */
export const MAX_SENTENCE = 1_000;

/** Whether a text may be more than the name of a place: it has several words, a number, or is a long Korean one. */
export function looksLikeSentence(text: string): boolean {
  return /\s\S|\D\d|\d\D/.test(text) || /[가-힣]{6}/.test(text);
}

/** Whether a sentence asks for more than a place, or should be told why it does not. */
export function saysMore(
  { searchType, filters, nearMe, neutralHint }: SentenceAnswer,
  asked: string,
): boolean {
  return Object.keys(filters).length > 0 || searchType !== asked || nearMe !== undefined || neutralHint;
}

/** Whether it names where to look, if nothing else yet: "irvine 3 be" is on its way to a number of beds. */
export function namesPlace({ place, ambiguous }: SentenceAnswer): boolean {
  return place !== undefined || ambiguous !== undefined;
}

/** What was not understood, without the word (and its number) that is still being typed. */
export function strayWords(notUnderstood: readonly string[], text: string): string[] {
  const unfinished = /(?:\d\S*\s+)?\S+$/.exec(text)?.[0] ?? '';
  return notUnderstood.filter((stretch) => !unfinished.includes(stretch));
}

/** What a results page should say of the sentence that led to it; kept with the entry of the browser's history. */
export type SentenceNote = Pick<SentenceAnswer, 'notUnderstood' | 'neutralTopics' | 'notes' | 'wonRate'> & {
  /** Only its beginning was read. */
  isCut: boolean;
  /** What was typed is no name: the place is the one that is called nearly so. */
  guess?: { text: string; place: string };
};

export function noteSentence(answer: SentenceAnswer, text: string): SentenceNote {
  const { notUnderstood, neutralTopics, notes, wonRate } = answer;
  return { notUnderstood, neutralTopics, notes, wonRate, isCut: text.trim().length > MAX_SENTENCE };
}

/** A slip of the pen, and where it led. */
export function noteGuess(text: string, place: string): SentenceNote {
  return {
    notUnderstood: [],
    neutralTopics: [],
    notes: [],
    isCut: false,
    guess: { text: text.slice(0, 100), place },
  };
}
