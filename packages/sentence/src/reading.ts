import type { SearchType } from '@maru/listing';
import type { Place } from '@maru/listing/places';
import type { Token } from './lex.ts';
import type { Topic } from './lexeme.ts';
import { Meaning, type Span } from './meaning.ts';
import type { Quantity } from './quantity.ts';

export interface ClauseSettings {
  /** Won for a dollar; undefined: not known, or too old. */
  won: number | undefined;
  /** `YYYY-MM-DD`. */
  today: string;
  /** Where the words say neither. */
  searchType: SearchType;
  /** The sentence, in lower case: what the tokens are of. */
  text: string;
}

/** A sentence while it is read: its tokens, what of them is understood, and what they have said so far. */
export class Reading {
  readonly tokens: readonly Token[];
  readonly settings: ClauseSettings;
  readonly meaning = new Meaning();
  /** For each token. */
  readonly understood: boolean[];
  readonly places: { place: Place; span: Span }[] = [];
  readonly about = new Set<'people' | 'schools' | 'safety'>();
  /** Amounts that nothing says what they are of: a price, once it is known whether it is a rent. */
  readonly prices: { quantity: Quantity; span: Span; topic: 'price' | 'rent' | undefined }[] = [];
  ambiguous: { places: readonly Place[]; span: Span } | undefined;
  /** Metres around the place, or around the visitor. */
  meters: { value: number; span: Span } | undefined;
  nearMe: Span | undefined;
  usedWon = false;
  neededWon = false;
  /** What one can pay a month, all in. */
  isPaying = false;
  saysPyeong = false;
  saysJeonse = false;
  /** What the last number was about: "HOA 100 이상 300 이하". */
  lastTopic: { topic: Topic; end: number } | undefined;

  constructor(tokens: readonly Token[], settings: ClauseSettings) {
    this.tokens = tokens;
    this.settings = settings;
    this.understood = tokens.map(() => false);
  }

  take(from: number, to: number): void {
    for (let at = from; at < to; at += 1) this.understood[at] = true;
  }

  forget([from, to]: Span): void {
    for (let at = from; at < to; at += 1) this.understood[at] = false;
  }

  readText(token: Token | undefined): string {
    return token === undefined ? '' : this.settings.text.slice(token.start, token.end);
  }
}
