import { isClosedRing, isInside, milesBetween, type Position } from './odata-geo.ts';
import { type Kind, ODataFault, parseCachedMicros, type Row } from './odata-value.ts';

type Scope = Record<string, unknown>;
type Evaluate = (row: Row, scope: Scope) => unknown;
interface Term {
  kind: Kind;
  evaluate: Evaluate;
  /** Set for a collection of rows or strings, to which `any` and `all` apply. */
  items?: ReadonlyMap<string, Kind> | 'texts';
  /** The field, if the term is just a field. */
  field?: string;
  /** The value of a constant. */
  value?: unknown;
  /** For a condition: the range of each field wherever the condition holds. Ends included; absent when open. */
  ranges?: Ranges;
}

type Ranges = ReadonlyMap<string, Range>;

/** Both ends are included. */
export interface Range {
  of: 'instants' | 'keys';
  from?: string;
  to?: string;
  /** The only possible values, when the filter lists them. */
  values?: string[];
}

/** The names that a filter may use: the fields of the resource, and of the rows in its collections. */
export interface Vocabulary {
  fields: ReadonlyMap<string, Kind>;
  collections?: ReadonlyMap<string, ReadonlyMap<string, Kind>>;
  /** Fields that can be read but not filtered by. */
  unfiltered?: ReadonlySet<string>;
}

/** A compiled filter. */
export interface Condition {
  holds: (row: Row) => boolean;
  /** All fields that it refers to. */
  fields: ReadonlySet<string>;
  /** The range of a field of keys or instants, as far as it follows from the filter alone. */
  findRange: (field: string) => Range | undefined;
}

/**
 * Compiles an OData 4.01 `$filter` to a predicate, by a tokenizer and recursive descent, without code generation.
 * @throws ODataFault 400 for an unknown field, wrong types or bad grammar; 501 for `has`.
 */
export function parseFilter(text: string, vocabulary: Vocabulary, now: () => Date): (row: Row) => boolean {
  return parseCondition(text, vocabulary, now).holds;
}

/**
 * As `parseFilter`, with the fields and ranges that follow from the filter alone.
 * @throws ODataFault as `parseFilter`
 */
export function parseCondition(text: string, vocabulary: Vocabulary, now: () => Date): Condition {
  const parser = new FilterParser(tokenize(text), vocabulary, now);
  const { evaluate, ranges } = parser.parseWhole();
  return {
    holds: (row) => evaluate(row, {}) === true,
    fields: parser.fields,
    findRange: (field) => ranges?.get(field),
  };
}

interface Token {
  type: 'name' | 'text' | 'number' | 'date' | 'instant' | 'time' | 'mark';
  text: string;
}

const TOKEN =
  /\s*(?:('(?:[^']|'')*')|(\d{4}-\d{2}-\d{2}T[0-9:.]+(?:Z|[+-]\d{2}:\d{2}))|(\d{4}-\d{2}-\d{2})|(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([A-Za-z_@][\w.]*)|([(),:/]))/iy;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new ODataFault(400, `$filter cannot be parsed at position ${from}`);
    const [, quoted, instant, date, time, number, name, mark] = match;
    if (quoted !== undefined) tokens.push({ type: 'text', text: quoted.slice(1, -1).replaceAll("''", "'") });
    else if (instant !== undefined) tokens.push({ type: 'instant', text: instant });
    else if (date !== undefined) tokens.push({ type: 'date', text: date });
    else if (time !== undefined) tokens.push({ type: 'time', text: time.padEnd(8, ':00') });
    else if (number !== undefined) tokens.push({ type: 'number', text: number });
    else if (name !== undefined) tokens.push({ type: 'name', text: name });
    else tokens.push({ type: 'mark', text: mark as string });
  }
  return tokens;
}

const COMPARISONS: Record<string, (order: number) => boolean> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

/** Functions of strings and dates: kinds of the arguments, kind of the result, and the implementation. */
const FUNCTIONS: Record<string, { takes: Kind[]; gives: Kind; apply: (...values: never[]) => unknown }> = {
  contains: { takes: ['text', 'text'], gives: 'flag', apply: (a: string, b: string) => a.includes(b) },
  startswith: { takes: ['text', 'text'], gives: 'flag', apply: (a: string, b: string) => a.startsWith(b) },
  endswith: { takes: ['text', 'text'], gives: 'flag', apply: (a: string, b: string) => a.endsWith(b) },
  tolower: { takes: ['text'], gives: 'text', apply: (a: string) => a.toLowerCase() },
  toupper: { takes: ['text'], gives: 'text', apply: (a: string) => a.toUpperCase() },
  trim: { takes: ['text'], gives: 'text', apply: (a: string) => a.trim() },
  concat: { takes: ['text', 'text'], gives: 'text', apply: (a: string, b: string) => a + b },
  indexof: { takes: ['text', 'text'], gives: 'number', apply: (a: string, b: string) => a.indexOf(b) },
  length: { takes: ['text'], gives: 'number', apply: (a: string) => a.length },
  year: { takes: ['instant'], gives: 'number', apply: (a: string) => utc(a).getUTCFullYear() },
  month: { takes: ['instant'], gives: 'number', apply: (a: string) => utc(a).getUTCMonth() + 1 },
  day: { takes: ['instant'], gives: 'number', apply: (a: string) => utc(a).getUTCDate() },
  hour: { takes: ['instant'], gives: 'number', apply: (a: string) => utc(a).getUTCHours() },
  minute: { takes: ['instant'], gives: 'number', apply: (a: string) => utc(a).getUTCMinutes() },
  second: { takes: ['instant'], gives: 'number', apply: (a: string) => utc(a).getUTCSeconds() },
  date: { takes: ['instant'], gives: 'date', apply: (a: string) => utc(a).toISOString().slice(0, 10) },
  time: { takes: ['instant'], gives: 'time', apply: (a: string) => utc(a).toISOString().slice(11, 19) },
  'geo.distance': { takes: ['point', 'point'], gives: 'number', apply: milesBetween },
  'geo.intersects': { takes: ['point', 'shape'], gives: 'flag', apply: isInside },
  round: { takes: ['number'], gives: 'number', apply: (a: number) => Math.round(a) },
  floor: { takes: ['number'], gives: 'number', apply: (a: number) => Math.floor(a) },
  ceiling: { takes: ['number'], gives: 'number', apply: (a: number) => Math.ceil(a) },
};

const utc = (text: string) => new Date(text);
const MAX_NESTING = 100;

class FilterParser {
  readonly #tokens: Token[];
  readonly #vocabulary: Vocabulary;
  readonly #now: () => Date;
  readonly fields = new Set<string>();
  /** Variables of open lambdas: the fields of an item, or 'texts'. */
  readonly #variables = new Map<string, ReadonlyMap<string, Kind> | 'texts'>();
  #at = 0;
  #depth = 0;

  constructor(tokens: Token[], vocabulary: Vocabulary, now: () => Date) {
    this.#tokens = tokens;
    this.#vocabulary = vocabulary;
    this.#now = now;
  }

  parseWhole(): Term {
    const term = this.#or();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    if (term.kind !== 'flag') throw new ODataFault(400, '$filter is not a boolean expression');
    return term;
  }

  #or(): Term {
    let left = this.#and();
    while (this.#takeName('or')) left = both(left, this.#and(), (a, b) => a || b(), eitherRange);
    return left;
  }

  #and(): Term {
    let left = this.#not();
    while (this.#takeName('and')) left = both(left, this.#not(), (a, b) => a && b(), bothRanges);
    return left;
  }

  #not(): Term {
    if (!this.#takeName('not')) return this.#comparison();
    const term = condition(this.#not());
    return { kind: 'flag', evaluate: (row, scope) => term.evaluate(row, scope) !== true };
  }

  #comparison(): Term {
    const left = this.#operand();
    const word = this.#peek()?.type === 'name' ? (this.#peek()?.text.toLowerCase() ?? '') : '';
    if (word === 'has') throw new ODataFault(501, 'has requires Edm.EnumType; enumerations here are strings');
    if (word === 'in') {
      this.#at += 1;
      this.#mark('(');
      const options: Term[] = [];
      do options.push(this.#operand());
      while (this.#takeMark(','));
      this.#mark(')');
      if (options.length > MAX_IN_LIST) throw new ODataFault(400, 'the list of in is too long');
      const tests = options.map((option) => compare(left, option, (order) => order === 0));
      const one = options.map((option) => findRanges(left, 'eq', option));
      const ranges = one.reduce((a, b) => eitherRange(a, b));
      return { kind: 'flag', evaluate: (row, scope) => tests.some((test) => test(row, scope)), ranges };
    }
    const test = COMPARISONS[word];
    if (test === undefined) return left;
    this.#at += 1;
    const right = this.#operand();
    const evaluate = compare(left, right, test, word);
    return {
      kind: 'flag',
      evaluate,
      ranges: findRanges(left, word, right) ?? findRanges(right, TURNED[word] ?? word, left),
    };
  }

  #operand(): Term {
    this.#depth += 1;
    if (this.#depth > MAX_NESTING) throw new ODataFault(400, '$filter is nested too deeply');
    try {
      return this.#primary();
    } finally {
      this.#depth -= 1;
    }
  }

  #primary(): Term {
    const token = this.#peek();
    if (token === undefined) throw new ODataFault(400, 'unexpected end of $filter');
    if (this.#takeMark('(')) {
      const term = this.#or();
      this.#mark(')');
      return term;
    }
    this.#at += 1;
    const { text } = token;
    if (token.type === 'text') return constant('text', text);
    if (token.type === 'number') return constant('number', Number(text));
    if (token.type === 'time') return constant('time', text);
    if (token.type === 'date' || token.type === 'instant') {
      if (Number.isNaN(parseCachedMicros(text))) throw new ODataFault(400, `${text} is not a valid date`);
      return constant(token.type, text);
    }
    if (token.type !== 'name') {
      this.#at -= 1;
      throw this.#unexpected();
    }
    if (text === 'null') return constant('null', null);
    if (text === 'true' || text === 'false') return constant('flag', text === 'true');
    if (this.#peek()?.text === '(' && this.#peek()?.type === 'mark') return this.#call(text);
    if (text.toLowerCase() === 'geography' && this.#peek()?.type === 'text') {
      const shape = (this.#tokens[this.#at] as Token).text.replace(/^SRID=\d+;/i, '');
      this.#tokens.splice(this.#at, 1, ...tokenize(shape));
      return this.#shape(this.#name());
    }
    const variable = this.#variables.get(text);
    return variable === undefined ? this.#field(text) : this.#variable(text, variable);
  }

  /** `POINT(lon lat)` or `POLYGON((lon lat, …))`, a closed ring. */
  #shape(name: string): Term {
    const position = (): Position => [this.#number(), this.#number()];
    this.#mark('(');
    if (name.toUpperCase() === 'POINT') {
      const point = position();
      this.#mark(')');
      return constant('point', point);
    }
    if (name.toUpperCase() !== 'POLYGON') throw new ODataFault(400, `unknown shape ${name}`);
    this.#mark('(');
    const ring: Position[] = [];
    do ring.push(position());
    while (this.#takeMark(','));
    this.#mark(')');
    this.#mark(')');
    if (!isClosedRing(ring))
      throw new ODataFault(400, 'a polygon must be a closed ring of at least three corners');
    return constant('shape', ring);
  }

  #number(): number {
    const token = this.#peek();
    if (token?.type !== 'number') throw this.#unexpected('a number');
    this.#at += 1;
    return Number(token.text);
  }

  #call(name: string): Term {
    if (/^(point|polygon)$/i.test(name)) return this.#shape(name);
    this.#mark('(');
    const parameters: Term[] = [];
    if (!this.#takeMark(')')) {
      do parameters.push(this.#or());
      while (this.#takeMark(','));
      this.#mark(')');
    }
    if (name === 'now' && parameters.length === 0) {
      const value = this.#now().toISOString();
      return constant('instant', value);
    }
    const known = FUNCTIONS[name];
    if (known === undefined) throw new ODataFault(400, `unknown function ${name}`);
    const fits = (kind: Kind | undefined, wanted: Kind) =>
      kind === wanted || kind === 'null' || (wanted === 'instant' && kind === 'date');
    if (
      parameters.length !== known.takes.length ||
      !known.takes.every((kind, i) => fits(parameters[i]?.kind, kind))
    ) {
      throw new ODataFault(400, `${name} takes (${known.takes.join(', ')})`);
    }
    return {
      kind: known.gives,
      evaluate: (row, scope) => {
        const values = parameters.map((parameter) => parameter.evaluate(row, scope));
        return values.some((value) => value === null || value === undefined)
          ? null
          : known.apply(...(values as never[]));
      },
    };
  }

  #field(name: string): Term {
    const kind = this.#vocabulary.fields.get(name);
    const rows = this.#vocabulary.collections?.get(name);
    if (kind === undefined && rows === undefined) throw new ODataFault(400, `unknown field ${name}`);
    if (this.#vocabulary.unfiltered?.has(name)) throw new ODataFault(400, `${name} cannot be filtered by`);
    this.fields.add(name);
    const items = rows ?? (kind === 'list' ? 'texts' : undefined);
    const evaluate: Evaluate = (row) => row[name];
    if (items !== undefined && this.#takeMark('/')) return this.#lambda(evaluate, items);
    return { kind: kind ?? 'rows', evaluate, field: name };
  }

  #variable(name: string, items: ReadonlyMap<string, Kind> | 'texts'): Term {
    if (items === 'texts') return { kind: 'text', evaluate: (_row, scope) => scope[name] };
    this.#mark('/');
    const field = this.#name();
    const kind = items.get(field);
    if (kind === undefined) throw new ODataFault(400, `unknown field ${field} of ${name}`);
    return { kind, evaluate: (_row, scope) => (scope[name] as Row)[field] };
  }

  /** `any(x:…)`, `all(x:…)`, `any()` over a list; an empty list satisfies `all`. */
  #lambda(list: Evaluate, items: ReadonlyMap<string, Kind> | 'texts'): Term {
    const quantifier = this.#name();
    if (quantifier !== 'any' && quantifier !== 'all') {
      throw new ODataFault(400, `expected any or all, not ${quantifier}`);
    }
    this.#mark('(');
    if (quantifier === 'any' && this.#takeMark(')')) {
      return { kind: 'flag', evaluate: (row, scope) => toList(list(row, scope)).length > 0 };
    }
    const variable = this.#name();
    this.#mark(':');
    if (this.#variables.has(variable)) throw new ODataFault(400, `variable ${variable} is already in use`);
    this.#variables.set(variable, items);
    const test = condition(this.#or());
    this.#variables.delete(variable);
    this.#mark(')');
    return {
      kind: 'flag',
      evaluate: (row, scope) => {
        const passes = (item: unknown) => test.evaluate(row, { ...scope, [variable]: item }) === true;
        const values = toList(list(row, scope));
        return quantifier === 'any' ? values.some(passes) : values.every(passes);
      },
    };
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #takeName(word: string): boolean {
    const token = this.#peek();
    if (token?.type !== 'name' || token.text.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #takeMark(mark: string): boolean {
    const token = this.#peek();
    if (token?.type !== 'mark' || token.text !== mark) return false;
    this.#at += 1;
    return true;
  }

  #mark(mark: string): void {
    if (!this.#takeMark(mark)) throw this.#unexpected(mark);
  }

  #name(): string {
    const token = this.#peek();
    if (token?.type !== 'name') throw this.#unexpected('a name');
    this.#at += 1;
    return token.text;
  }

  #unexpected(wanted?: string): ODataFault {
    const met = this.#peek()?.text ?? 'the end';
    return new ODataFault(
      400,
      `$filter: ${wanted === undefined ? 'unexpected' : `expected ${wanted}, met`} ${met}`,
    );
  }
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const constant = (kind: Kind, value: unknown): Term => ({ kind, evaluate: () => value, value });

function condition(term: Term): Term {
  if (term.kind !== 'flag' && term.kind !== 'null')
    throw new ODataFault(400, 'a boolean expression is expected');
  return term;
}

function both(
  left: Term,
  right: Term,
  join: (a: boolean, b: () => boolean) => boolean,
  joinRanges: (a: Ranges | undefined, b: Ranges | undefined) => Ranges | undefined,
): Term {
  const a = condition(left);
  const b = condition(right);
  return {
    kind: 'flag',
    ranges: joinRanges(a.ranges, b.ranges),
    evaluate: (row, scope) => join(a.evaluate(row, scope) === true, () => b.evaluate(row, scope) === true),
  };
}

const TURNED: Record<string, string> = { gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };
const MAX_IN_LIST = 2_000;

/** The range of the field in `field operator constant`, if it is a key or an instant. */
function findRanges(field: Term, word: string, constant: Term): Ranges | undefined {
  const { value } = constant;
  if (field.field === undefined || typeof value !== 'string') return undefined;
  const isKey = field.kind === 'text' && constant.kind === 'text';
  const isInstant = field.kind === 'instant' && (constant.kind === 'instant' || constant.kind === 'date');
  if (!isKey && !isInstant) return undefined;
  const range: Range = { of: isKey ? 'keys' : 'instants' };
  if (word === 'eq' && isKey) range.values = [value];
  if (word === 'eq' || word === 'gt' || word === 'ge') range.from = value;
  if (word === 'eq' || word === 'lt' || word === 'le') range.to = value;
  return range.from === undefined && range.to === undefined ? undefined : new Map([[field.field, range]]);
}

const isBefore = (of: Range['of'], a: string, b: string): boolean =>
  of === 'keys' ? a < b : parseCachedMicros(a) < parseCachedMicros(b);

function bothRanges(a: Ranges | undefined, b: Ranges | undefined): Ranges | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const joined = new Map(a);
  for (const [field, range] of b) {
    const { of, from, to } = range;
    const own = joined.get(field) ?? range;
    const isLater = own.from === undefined || (from !== undefined && isBefore(of, own.from, from));
    const isSooner = own.to === undefined || (to !== undefined && isBefore(of, to, own.to));
    const values = own.values ?? range.values;
    joined.set(field, { of, from: isLater ? from : own.from, to: isSooner ? to : own.to, values });
  }
  return joined;
}

function eitherRange(a: Ranges | undefined, b: Ranges | undefined): Ranges | undefined {
  const joined = new Map<string, Range>();
  for (const [field, { of, from, to, values }] of a ?? []) {
    const other = b?.get(field);
    if (other === undefined) continue;
    const range: Range = { of };
    if (values !== undefined && other.values !== undefined) range.values = [...values, ...other.values];
    if (from !== undefined && other.from !== undefined)
      range.from = isBefore(of, from, other.from) ? from : other.from;
    if (to !== undefined && other.to !== undefined) range.to = isBefore(of, to, other.to) ? other.to : to;
    joined.set(field, range);
  }
  return joined.size === 0 ? undefined : joined;
}

/** Null equals only null; it is neither less nor greater than anything (OData 4.01, 5.1.1.1). */
function compare(
  left: Term,
  right: Term,
  test: (order: number) => boolean,
  word = 'eq',
): (row: Row, scope: Scope) => boolean {
  const kind = commonKind(left.kind, right.kind);
  const order = ORDERS[kind];
  const ofNulls = (equal: boolean) => (word === 'ne' ? !equal : word === 'eq' && equal);
  return (row, scope) => {
    const a = left.evaluate(row, scope) ?? null;
    const b = right.evaluate(row, scope) ?? null;
    if (a === null || b === null) return ofNulls(a === b);
    return test(order(a, b));
  };
}

function commonKind(a: Kind, b: Kind): keyof typeof ORDERS {
  if (a === 'null') return b === 'null' ? 'text' : commonKind(b, b);
  if (b === 'null') return commonKind(a, a);
  if ((a === 'date' || a === 'instant') && (b === 'date' || b === 'instant')) return a === b ? a : 'instant';
  if (a === b && (a === 'text' || a === 'number' || a === 'flag' || a === 'time')) return a;
  throw new ODataFault(400, `${a} cannot be compared with ${b}`);
}

const plain = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

const ORDERS = {
  text: (a: unknown, b: unknown) => plain(String(a), String(b)),
  number: (a: unknown, b: unknown) => plain(Number(a), Number(b)),
  flag: (a: unknown, b: unknown) => plain(Number(a), Number(b)),
  date: (a: unknown, b: unknown) => plain(String(a), String(b)),
  time: (a: unknown, b: unknown) => plain(String(a), String(b)),
  instant: (a: unknown, b: unknown) => plain(parseCachedMicros(String(a)), parseCachedMicros(String(b))),
};

/** Compares two field values of a kind, for `$orderby`; null first, as OData requires for `asc`. */
export function createCompare(kind: Kind): (a: unknown, b: unknown) => number {
  const order = kind in ORDERS ? ORDERS[kind as keyof typeof ORDERS] : ORDERS.text;
  return (a, b) => {
    if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
    return b === null || b === undefined ? 1 : order(a, b);
  };
}
