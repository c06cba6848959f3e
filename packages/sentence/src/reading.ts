import type { SearchType } from '@maru/listing';
import type { Place } from '@maru/listing/places';
import type { Token } from './lex.ts';
import type { Topic } from './lexeme.ts';
import { Meaning, type Span } from './meaning.ts';
import type { Point } from './place-reader.ts';
import type { Quantity } from './quantity.ts';
import type { NamedSchool } from './school-names.ts';

export interface ClauseSettings {
  /** Won per dollar; undefined: unknown or too old. */
  won: number | undefined;
  /** `YYYY-MM-DD`. */
  today: string;
  /** The default. */
  searchType: SearchType;
  /** The sentence in lower case, which token positions refer to. */
  text: string;
}

export interface NamedPlace {
  place: Place;
  span: Span;
  /** False for "not Santa Ana". */
  isWanted: boolean;
  /** "near Koreatown", "코리아타운 근처". */
  isNear: boolean;
}

/** The state of parsing: the tokens, which of them are understood, and their meaning so far. */
export class Reading {
  readonly tokens: readonly Token[];
  readonly settings: ClauseSettings;
  readonly meaning = new Meaning();
  /** Per token. */
  readonly understood: boolean[];
  readonly places: NamedPlace[] = [];
  readonly about = new Set<'people' | 'schools' | 'safety'>();
  /** Amounts without a topic: prices, once it is known whether it is a rent. */
  readonly prices: { quantity: Quantity; span: Span; topic: 'price' | 'rent' | undefined }[] = [];
  readonly points: { points: readonly Point[]; span: Span }[] = [];
  readonly schools: { schools: readonly NamedSchool[]; span: Span; isNear: boolean }[] = [];
  /** Names with several candidates. */
  ambiguous: (Omit<NamedPlace, 'place'> & { places: readonly Place[] })[] = [];
  /** Radius in meters around the place, or around the visitor. */
  meters: { value: number; span: Span } | undefined;
  nearMe: Span | undefined;
  usedWon = false;
  neededWon = false;
  /** Words that apply only to rentals, or only to homes for sale: they decide if nothing else does. */
  leansRent = false;
  leansSale = false;
  /** Whether a total monthly budget is meant. */
  isPaying = false;
  saysPyeong = false;
  saysJeonse = false;
  /** The topic of the last number: "HOA 100 이상 300 이하". */
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
