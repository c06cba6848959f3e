import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTile } from './tile-reader.ts';

test('a tile is read as it was written: names, lines, rings and what is said of them', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          kind: fc.constantFrom('line' as const, 'area' as const),
          lines: fc.array(
            fc.array(fc.tuple(fc.integer({ min: -80, max: 4_200 }), fc.integer({ min: -80, max: 4_200 })), {
              minLength: 3,
              maxLength: 20,
            }),
            { minLength: 1, maxLength: 3 },
          ),
          name: fc.string({ minLength: 1, maxLength: 12 }),
          rank: fc.integer({ min: 0, max: 3_000_000_000 }),
          isToll: fc.boolean(),
        }),
        { maxLength: 5 },
      ),
      (features) => {
        const layers = readTile(encodeLayer('street', features));
        const read = layers.get('street');
        expect(read?.extent).toBe(4096);
        expect(read?.features).toEqual(
          features.map(({ kind, lines, name, rank, isToll }) => ({
            kind,
            properties: { name, rank, isToll },
            lines: lines.map((line) => (kind === 'area' ? [...line, line[0]] : line).flat()),
          })),
        );
      },
    ),
  );
});

test('an empty tile has no layers, and one that ends too early says so', () => {
  expect(readTile(new Uint8Array()).size).toBe(0);
  const whole = encodeLayer('land', [
    { kind: 'area', lines: [[[0, 0], [9, 0], [9, 9]]], name: 'x', rank: 1, isToll: false }, // biome-ignore format: one line
  ]);
  expect(() => readTile(whole.subarray(0, whole.length - 3))).toThrow(RangeError);
});

interface Written {
  kind: 'line' | 'area';
  lines: readonly (readonly (readonly [number, number])[])[];
  name: string;
  rank: number;
  isToll: boolean;
}

/** A tile of one layer, as the specification of vector tiles (2.1) has it. */
function encodeLayer(name: string, features: readonly Written[]): Uint8Array {
  const text = (value: string) => [...new TextEncoder().encode(value)];
  const keys = ['name', 'rank', 'isToll'];
  const values = features.flatMap((one) => [
    field(1, text(one.name)),
    [...key(5, 0), ...varint(one.rank)],
    [...key(7, 0), one.isToll ? 1 : 0],
  ]);
  const layer = [
    ...field(1, text(name)),
    ...features.flatMap(({ kind, lines }, at) =>
      field(2, [
        ...field(2, [0, 3 * at, 1, 3 * at + 1, 2, 3 * at + 2].flatMap(varint)),
        ...[...key(3, 0), kind === 'line' ? 2 : 3],
        ...field(4, encodeCommands(lines, kind === 'area').flatMap(varint)),
      ]),
    ),
    ...keys.flatMap((one) => field(3, text(one))),
    ...values.flatMap((one) => field(4, one)),
    ...[...key(5, 0), ...varint(4096)],
    ...[...key(15, 0), 2],
  ];
  return new Uint8Array(field(3, layer));
}

function encodeCommands(lines: Written['lines'], isClosed: boolean): number[] {
  let [x, y] = [0, 0];
  const commands: number[] = [];
  for (const line of lines) {
    for (const [index, [nextX, nextY]] of line.entries()) {
      if (index === 0) commands.push((1 << 3) | 1);
      if (index === 1) commands.push(((line.length - 1) << 3) | 2);
      commands.push(zigzag(nextX - x), zigzag(nextY - y));
      [x, y] = [nextX, nextY];
    }
    if (isClosed) commands.push((1 << 3) | 7);
  }
  return commands;
}

const zigzag = (value: number) => (value << 1) ^ (value >> 31);
const key = (number: number, wire: number) => varint((number << 3) | wire);
const field = (number: number, bytes: readonly number[]) => [
  ...key(number, 2),
  ...varint(bytes.length),
  ...bytes,
];

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
