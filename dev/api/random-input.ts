import { buildExample, type JsonSchema } from '@maru/contract';
import fc from 'fast-check';
import type { Call } from './answers.ts';
import type { Input } from './world.ts';

/** Values that often break servers. */
const EDGE_CASES: readonly unknown[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\uffff',
  '🏠'.repeat(40),
  '김'.repeat(300),
  'ｆｕｌｌ\u200bwidth\u202e',
  'é',
  "'; drop table account; --",
  '%00',
  '%',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'a'.repeat(5_000),
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '9007199254740993',
  '0x10',
  'null',
  'true',
  '2026-02-30',
  '2026-02-30T25:61:00Z',
  '9999-12-31T23:59:59Z',
  'http://localhost:1/',
  'a@b',
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  [],
  {},
  [[]],
  [null],
  { a: { b: { c: {} } } },
];
const nasty = fc.constantFrom(...EDGE_CASES);
const anything = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .constantFrom('__proto__', 'constructor', 'prototype')
    .map((key) => JSON.parse(`{"${key}": {"role": "admin"}}`)),
);

/** Values that the schema allows. A pattern that cannot be generated gives any string. `name` is the field's name. */
function arbitraryFor(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const plausible = fc.constant(buildExample(schema, name));
  return fc.oneof(
    { weight: 3, arbitrary: plausible },
    { weight: 2, arbitrary: arbitraryChoice(schema, name) },
  );
}

function arbitraryChoice(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => arbitraryFor(one, name)));
  const types = [schema.type ?? []].flat();
  return types.length === 0
    ? fc.jsonValue({ maxDepth: 2 })
    : fc.oneof(...types.map((type) => arbitraryOfType(type, schema, name)));
}

function arbitraryOfType(type: string, schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const {
    minimum = -1e9,
    maximum = 1e9,
    minItems = 0,
    maxItems = 5,
    properties = {},
    required = [],
  } = schema as {
    maxItems?: number;
  } & JsonSchema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
        fc.constantFrom(minimum, maximum),
      );
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'array': {
      const items = schema.items as JsonSchema | undefined;
      const one = items === undefined ? fc.jsonValue() : arbitraryFor(items, name);
      return fc.array(one, { minLength: minItems, maxLength: Math.max(minItems, Math.min(6, maxItems)) });
    }
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(properties).map(([key, one]) => [key, arbitraryFor(one, key)]),
      );
      return fc.record(fields, { requiredKeys: [...required] });
    }
    default:
      return arbitraryText(schema);
  }
}

function arbitraryText({
  pattern,
  minLength = 0,
  maxLength = 60,
}: JsonSchema & { maxLength?: number }): fc.Arbitrary<string> {
  const free = fc.oneof(
    fc.constantFrom(
      'Irvine',
      '어바인',
      'irvine-ca',
      'seoyeon@example.com',
      '+1 213 555 0123',
      '2026-12-01T10:00:00Z',
    ),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }),
  );
  if (pattern === undefined) return free;
  try {
    return fc.oneof(fc.stringMatching(new RegExp(pattern, 'u')), free);
  } catch {
    return free;
  }
}

/** A valid value with one change: a member of another type, an extra member or a missing one. */
function arbitrarySpoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, anything, fc.nat(), fc.constantFrom('replace', 'add', 'remove', 'whole'))
    .map(([one, wrong, at, how]) => {
      if (typeof one !== 'object' || one === null || Array.isArray(one) || how === 'whole') return wrong;
      const keys = Object.keys(one);
      const key = keys[at % Math.max(1, keys.length)] ?? 'x';
      if (how === 'add')
        return { ...one, [['role', 'id', 'userId', 'verification', 'isAdmin', 'x\0'][at % 6] ?? 'x']: wrong };
      if (how === 'replace') return { ...one, [key]: wrong };
      const { [key]: _, ...rest } = one as Record<string, unknown>;
      return rest;
    });
}

const TYPES = [
  'application/json; charset=utf-8',
  'application/merge-patch+json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
  'x'.repeat(500),
];

/** Existing data: ids of the call's resource, ids of all resources, and a valid input. */
export interface Known {
  own: readonly string[];
  all: readonly string[];
  good: Input;
}

/** A random input of a call, valid or not. */
export function arbitraryInput(
  call: Call,
  bodySchema: JsonSchema | undefined,
  known: () => Known,
): fc.Arbitrary<Input> {
  const { parameters } = call.operation;
  const one = (of: () => readonly string[]) => fc.nat().map((at) => of()[at % of().length] ?? 'x');
  const id = one(() => known().all);
  // `.` and `..` are resolved before routing and would address another path.
  const param = fc
    .oneof(
      { weight: 5, arbitrary: one(() => known().own) },
      { weight: 2, arbitrary: id },
      { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
      { weight: 1, arbitrary: nasty.map(String) },
    )
    .filter((text) => text !== '.' && text !== '..');
  // Few parameters are more often valid together than many.
  const query = fc.oneof(
    { weight: 1, arbitrary: fc.nat(1).map(() => known().good.query ?? {}) },
    ...[1, 4].map((share) => ({ weight: 3, arbitrary: arbitraryQuery(parameters, id, share) })),
  );
  const good = bodySchema === undefined ? fc.constant(undefined) : withIds(arbitraryFor(bodySchema), id);
  const works = fc.nat(1).map(() => known().good.body);
  const body =
    bodySchema === undefined
      ? fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anything })
      : fc.oneof(
          { weight: 2, arbitrary: works },
          { weight: 4, arbitrary: arbitrarySpoiled(works) },
          { weight: 2, arbitrary: good },
          { weight: 2, arbitrary: arbitrarySpoiled(good) },
          { weight: 1, arbitrary: anything },
          { weight: 1, arbitrary: fc.constant(undefined) },
        );
  const headers = fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...TYPES).map((type) => ({ 'content-type': type })) },
    {
      weight: 1,
      arbitrary: fc.record({
        'if-match': fc.constantFrom('"1"', '*', 'x', ''),
        'idempotency-key': fc.constantFrom('a', 'b', 'c'.repeat(300)),
      }),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('ko', 'x', '*', ';;q=,', 'ko;q=zzz')
        .map((language) => ({ 'accept-language': language })),
    },
  );
  const params = Object.fromEntries(
    parameters.filter((one) => one.in === 'path').map(({ name }) => [name, param]),
  );
  return fc.record({
    params: fc.record(params),
    query: query.map(withoutAbsent),
    body,
    headers,
  }) as fc.Arbitrary<Input>;
}

function arbitraryQuery(
  parameters: Call['operation']['parameters'],
  id: fc.Arbitrary<string>,
  share: number,
): fc.Arbitrary<Record<string, unknown>> {
  const keys = parameters.filter((one) => one.in === 'query');
  const absent = { weight: 10, arbitrary: fc.constant(undefined) };
  return fc.record(
    Object.fromEntries(
      keys.map(({ name, schema, required }) => {
        const some = fc.oneof(
          { weight: 12, arbitrary: arbitraryFor(schema, name) },
          { weight: 1, arbitrary: nasty },
          { weight: 1, arbitrary: id },
          { weight: 1, arbitrary: fc.array(nasty, { maxLength: 4 }) },
        );
        return [name, required ? some : fc.oneof(absent, { weight: share, arbitrary: some })];
      }),
    ),
  );
}

/** Replaces body members whose names end like ids by existing ids. */
function withIds(body: fc.Arbitrary<unknown>, id: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return fc.tuple(body, id, fc.boolean()).map(([value, one, isReal]) => {
    if (!isReal || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        /Id$/.test(key) && typeof inner === 'string' ? one : inner,
      ]),
    );
  });
}

const withoutAbsent = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
