import { type Kind, microsOf, ODataFault, type Row } from './odata-value.ts';

type Scope = Record<string, unknown>;
type Evaluate = (row: Row, scope: Scope) => unknown;
interface Term {
  kind: Kind;
  evaluate: Evaluate;
  /** Set for a field of rows or texts, which `any` and `all` may follow. */
  items?: ReadonlyMap<string, Kind> | 'texts';
}

/** What a filter may name: the fields of the resource, and those of the rows inside its collections. */
export interface Vocabulary {
  fields: ReadonlyMap<string, Kind>;
  collections?: ReadonlyMap<string, ReadonlyMap<string, Kind>>;
}

/**
 * Compiles an OData 4.01 `$filter` to a predicate, by a tokenizer and recursive descent; nothing is evaluated
 * as code.
 * @throws ODataFault 400 for an unknown field, wrong types or bad grammar; 501 for `has`.
 */
export function parseFilter(text: string, vocabulary: Vocabulary, now: () => Date): (row: Row) => boolean {
  const parser = new FilterParser(tokenize(text), vocabulary, now);
  const { evaluate } = parser.parseWhole();
  return (row) => evaluate(row, {}) === true;
}

interface Token {
  type: 'name' | 'text' | 'number' | 'date' | 'instant' | 'mark';
  text: string;
}

const TOKEN =
  /\s*(?:('(?:[^']|'')*')|(\d{4}-\d{2}-\d{2}T[0-9:.]+(?:Z|[+-]\d{2}:\d{2}))|(\d{4}-\d{2}-\d{2})|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([A-Za-z_@][\w.]*)|([(),:/]))/iy;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new ODataFault(400, `$filter cannot be read at position ${from}`);
    const [, quoted, instant, date, number, name, mark] = match;
    if (quoted !== undefined) tokens.push({ type: 'text', text: quoted.slice(1, -1).replaceAll("''", "'") });
    else if (instant !== undefined) tokens.push({ type: 'instant', text: instant });
    else if (date !== undefined) tokens.push({ type: 'date', text: date });
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

/** Functions of text and time: kinds of the arguments, kind of the answer, and what it does. */
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
  round: { takes: ['number'], gives: 'number', apply: (a: number) => Math.round(a) },
  floor: { takes: ['number'], gives: 'number', apply: (a: number) => Math.floor(a) },
  ceiling: { takes: ['number'], gives: 'number', apply: (a: number) => Math.ceil(a) },
};

const utc = (text: string) => new Date(text);
const MOST_NESTING = 100;

class FilterParser {
  readonly #tokens: Token[];
  readonly #vocabulary: Vocabulary;
  readonly #now: () => Date;
  /** Variables of the lambdas that are open: the fields of one item, or 'texts'. */
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
    if (term.kind !== 'flag') throw new ODataFault(400, '$filter is not a condition');
    return term;
  }

  #or(): Term {
    let left = this.#and();
    while (this.#takeName('or')) left = both(left, this.#and(), (a, b) => a || b());
    return left;
  }

  #and(): Term {
    let left = this.#not();
    while (this.#takeName('and')) left = both(left, this.#not(), (a, b) => a && b());
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
    if (word === 'has') throw new ODataFault(501, 'has is for Edm.EnumType; enumerations here are texts');
    if (word === 'in') {
      this.#at += 1;
      this.#mark('(');
      const options: Term[] = [];
      do options.push(this.#operand());
      while (this.#takeMark(','));
      this.#mark(')');
      const tests = options.map((option) => compare(left, option, (order) => order === 0));
      return { kind: 'flag', evaluate: (row, scope) => tests.some((test) => test(row, scope)) };
    }
    const test = COMPARISONS[word];
    if (test === undefined) return left;
    this.#at += 1;
    const right = this.#operand();
    const evaluate = compare(left, right, test, word);
    return { kind: 'flag', evaluate };
  }

  #operand(): Term {
    this.#depth += 1;
    if (this.#depth > MOST_NESTING) throw new ODataFault(400, '$filter is nested too deeply');
    try {
      return this.#primary();
    } finally {
      this.#depth -= 1;
    }
  }

  #primary(): Term {
    const token = this.#peek();
    if (token === undefined) throw new ODataFault(400, '$filter ends too early');
    if (this.#takeMark('(')) {
      const term = this.#or();
      this.#mark(')');
      return term;
    }
    this.#at += 1;
    const { text } = token;
    if (token.type === 'text') return constant('text', text);
    if (token.type === 'number') return constant('number', Number(text));
    if (token.type === 'date' || token.type === 'instant') {
      if (Number.isNaN(microsOf(text))) throw new ODataFault(400, `${text} is no date`);
      return constant(token.type, text);
    }
    if (token.type !== 'name') {
      this.#at -= 1;
      throw this.#unexpected();
    }
    if (text === 'null') return constant('null', null);
    if (text === 'true' || text === 'false') return constant('flag', text === 'true');
    if (this.#peek()?.text === '(' && this.#peek()?.type === 'mark') return this.#call(text);
    const variable = this.#variables.get(text);
    return variable === undefined ? this.#field(text) : this.#variable(text, variable);
  }

  #call(name: string): Term {
    this.#mark('(');
    const parameters: Term[] = [];
    if (!this.#takeMark(')')) {
      do parameters.push(this.#or());
      while (this.#takeMark(','));
      this.#mark(')');
    }
    if (name === 'now' && parameters.length === 0) {
      return { kind: 'instant', evaluate: () => this.#now().toISOString() };
    }
    const known = FUNCTIONS[name];
    if (known === undefined) throw new ODataFault(400, `there is no function ${name}`);
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
    if (kind === undefined && rows === undefined) throw new ODataFault(400, `there is no field ${name}`);
    const items = rows ?? (kind === 'list' ? 'texts' : undefined);
    const evaluate: Evaluate = (row) => row[name];
    if (items !== undefined && this.#takeMark('/')) return this.#lambda(evaluate, items);
    return { kind: kind ?? 'rows', evaluate };
  }

  #variable(name: string, items: ReadonlyMap<string, Kind> | 'texts'): Term {
    if (items === 'texts') return { kind: 'text', evaluate: (_row, scope) => scope[name] };
    this.#mark('/');
    const field = this.#name();
    const kind = items.get(field);
    if (kind === undefined) throw new ODataFault(400, `there is no field ${field} in ${name}`);
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
      return { kind: 'flag', evaluate: (row, scope) => listOf(list(row, scope)).length > 0 };
    }
    const variable = this.#name();
    this.#mark(':');
    if (this.#variables.has(variable)) throw new ODataFault(400, `${variable} is used twice`);
    this.#variables.set(variable, items);
    const test = condition(this.#or());
    this.#variables.delete(variable);
    this.#mark(')');
    return {
      kind: 'flag',
      evaluate: (row, scope) => {
        const passes = (item: unknown) => test.evaluate(row, { ...scope, [variable]: item }) === true;
        const values = listOf(list(row, scope));
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

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const constant = (kind: Kind, value: unknown): Term => ({ kind, evaluate: () => value });

function condition(term: Term): Term {
  if (term.kind !== 'flag' && term.kind !== 'null') throw new ODataFault(400, 'a condition is expected');
  return term;
}

function both(left: Term, right: Term, join: (a: boolean, b: () => boolean) => boolean): Term {
  const a = condition(left);
  const b = condition(right);
  return {
    kind: 'flag',
    evaluate: (row, scope) => join(a.evaluate(row, scope) === true, () => b.evaluate(row, scope) === true),
  };
}

/** Null equals null and nothing else; it is neither above nor below anything (OData 4.01, 5.1.1.1). */
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
  if (a === b && (a === 'text' || a === 'number' || a === 'flag')) return a;
  throw new ODataFault(400, `${a} cannot be compared with ${b}`);
}

const plain = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

const ORDERS = {
  text: (a: unknown, b: unknown) => plain(String(a), String(b)),
  number: (a: unknown, b: unknown) => plain(Number(a), Number(b)),
  flag: (a: unknown, b: unknown) => plain(Number(a), Number(b)),
  date: (a: unknown, b: unknown) => plain(String(a), String(b)),
  instant: (a: unknown, b: unknown) => plain(microsOf(String(a)), microsOf(String(b))),
};

/** Order of two field values by their kind, for `$orderby`; null first, as OData wants for `asc`. */
export function orderOf(kind: Kind): (a: unknown, b: unknown) => number {
  const order = kind in ORDERS ? ORDERS[kind as keyof typeof ORDERS] : ORDERS.text;
  return (a, b) => {
    if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
    return b === null || b === undefined ? 1 : order(a, b);
  };
}
