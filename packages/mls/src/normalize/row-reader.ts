import {
  readDate,
  readDisplayFlag,
  readFlag,
  readInstant,
  readList,
  readNumber,
  readText,
  readWebAddress,
} from './coerce.ts';
import { findLookup, type LookupName } from './lookups.ts';
import type { OddityCounts } from './oddities.ts';
import { readProse } from './prose.ts';

/** Coerces values where the meaning is clear and counts what it changed. Returns null (or `[]`) for "unknown". */
export class RowReader {
  readonly row: Readonly<Record<string, unknown>>;
  readonly #oddities: OddityCounts | undefined;
  readonly #prefix: string;
  readonly #refused = new Set<string>();

  constructor(row: Record<string, unknown>, oddities?: OddityCounts, prefix = '') {
    this.row = row;
    this.#oddities = oddities;
    this.#prefix = prefix;
  }

  text(field: string, maxLength?: number): string | null {
    const value = this.row[field];
    if (value === null || value === undefined) return null;
    const text = readText(value, maxLength);
    if (typeof value !== 'string') this.#noteType(field, value, text);
    return text;
  }

  prose(field: string, maxLength: number): string | null {
    const value = this.row[field];
    if (value === null || value === undefined) return null;
    const text = readProse(value, maxLength);
    if (typeof value !== 'string') this.#noteType(field, value, text);
    return text;
  }

  /** Inclusive; outside is unknown, not clamped. */
  number(field: string, least: number, most: number): number | null {
    const value = this.row[field];
    if (value === null || value === undefined) return null;
    const number = readNumber(value);
    if (typeof value !== 'number') this.#noteType(field, value, number);
    if (number === null) return null;
    if (number >= least && number <= most) return number;
    // A zero where none is possible means not filled in (rule F11).
    if (number !== 0) this.refuse(field, number, number < least ? 'too small' : 'too large');
    return null;
  }

  refuse(field: string, sent: number, why: 'too small' | 'too large'): void {
    this.note('implausible', field, why);
    this.#refused.add(`${field}: ${sent}`);
  }

  /** "BedroomsTotal: 33": the rejected values of `fields` so far. */
  refused(fields: ReadonlySet<string>): string[] {
    return this.#refused.size === 0
      ? []
      : [...this.#refused].filter((one) => fields.has(one.slice(0, one.indexOf(':'))));
  }

  integer(field: string, least: number, most: number): number | null {
    const number = this.number(field, least - 0.5, most + 0.5);
    if (number === null) return null;
    const whole = Math.round(number) + 0;
    return whole >= least && whole <= most ? whole : null;
  }

  flag(field: string): boolean | null {
    const value = this.row[field];
    if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
    const flag = readFlag(value);
    this.#noteType(field, value, flag);
    return flag;
  }

  /** See `readDisplayFlag`. */
  displayFlag(field: string): boolean | null {
    const value = this.row[field];
    if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
    this.#noteType(field, value, readFlag(value));
    return readDisplayFlag(value);
  }

  date(field: string): string | null {
    const value = this.row[field];
    if (value === null || value === undefined) return null;
    const date = readDate(value);
    if (date === null) this.#noteType(field, value, date);
    else if (date.length !== (value as string).length) this.note('coerced', field, 'date with a time');
    return date;
  }

  instant(field: string): string | null {
    const value = this.row[field];
    if (value === null || value === undefined) return null;
    const instant = readInstant(value);
    if (instant === null) this.#noteType(field, value, instant);
    else if (!/(?:Z|[+-]\d\d:?\d\d)\s*$/i.test(value as string)) this.note('coerced', field, 'no time zone');
    return instant;
  }

  list(field: string): string[] {
    const value = this.row[field];
    if (value === null || value === undefined) return [];
    const list = readList(value);
    if (!Array.isArray(value) && value !== '') this.#noteType(field, value, list.length === 0 ? null : list);
    return list;
  }

  /** A dictionary value in its official spelling, or the feed's own value. */
  lookup(name: LookupName, field: string = name): string | null {
    const value = this.row[field];
    if (value === null || value === undefined) return null;
    const text = readText(Array.isArray(value) ? value[0] : value, 200);
    if (typeof value !== 'string') this.#noteType(field, value, text);
    return text === null ? null : this.#word(name, field, text);
  }

  lookups(name: LookupName, field: string = name): string[] {
    const texts = this.list(field);
    if (texts.length === 0) return texts;
    const words = texts.map((text) => this.#word(name, field, text));
    return words.length === 1 ? words : [...new Set(words)];
  }

  webAddress(field: string, schemes: readonly string[]): string | null {
    const value = this.row[field];
    if (value === null || value === undefined || value === '') return null;
    const address = readWebAddress(value, schemes);
    if (address === null) this.note('unreadable', field, 'no web address');
    return address;
  }

  note(...[kind, field, detail]: Parameters<OddityCounts['note']>): void {
    this.#oddities?.note(kind, this.#prefix + field, detail);
  }

  #word(name: LookupName, field: string, text: string): string {
    const known = findLookup(name, text);
    if (known === undefined) this.note('unknown_word', field, text.slice(0, 100));
    return known ?? text;
  }

  /** Empty text is no value and is not counted. */
  #noteType(field: string, value: unknown, read: unknown): void {
    if (this.#oddities === undefined) return;
    if (typeof value === 'string' && value.trim() === '') return;
    const type = typeof value === 'string' ? 'text' : Array.isArray(value) ? 'list' : typeof value;
    this.note(read === null ? 'unreadable' : 'coerced', field, type);
  }
}
