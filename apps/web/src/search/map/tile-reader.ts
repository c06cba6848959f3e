/** A feature of a tile. Lines are flat: x, y, x, y … in units of the layer's extent; those of an area are its rings. */
export interface TileFeature {
  kind: 'point' | 'line' | 'area';
  properties: Readonly<Record<string, string | number | boolean>>;
  lines: readonly (readonly number[])[];
}

export interface TileLayer {
  /** Width of the tile in units. */
  extent: number;
  features: readonly TileFeature[];
}

const KINDS = ['point', 'point', 'line', 'area'] as const;

/**
 * The layers of a Mapbox Vector Tile (version 2), by name: what a picture of the ground needs of it. Of the values only texts, numbers
 * and booleans are kept; a tile without bytes has no layers.
 *
 * @throws RangeError when the bytes end within a value
 */
export function readTile(bytes: Uint8Array): Map<string, TileLayer> {
  const layers = new Map<string, TileLayer>();
  for (const { field, block } of readFields(bytes)) {
    if (field !== 3 || block === undefined) continue;
    const { name, layer } = readLayer(block);
    layers.set(name, layer);
  }
  return layers;
}

function readLayer(bytes: Uint8Array): { name: string; layer: TileLayer } {
  let name = '';
  let extent = 4096;
  const keys: string[] = [];
  const values: (string | number | boolean | null)[] = [];
  const packed: Uint8Array[] = [];
  for (const { field, block, value } of readFields(bytes)) {
    if (field === 5) extent = value;
    if (block === undefined) continue;
    if (field === 1) name = decodeText(block);
    else if (field === 2) packed.push(block);
    else if (field === 3) keys.push(decodeText(block));
    else if (field === 4) values.push(readValue(block));
  }
  return { name, layer: { extent, features: packed.map((one) => readFeature(one, keys, values)) } };
}

function readFeature(
  bytes: Uint8Array,
  keys: readonly string[],
  values: readonly (string | number | boolean | null)[],
): TileFeature {
  let kind: TileFeature['kind'] = 'point';
  let tags: readonly number[] = [];
  let lines: number[][] = [];
  for (const { field, block, value } of readFields(bytes)) {
    if (field === 3) kind = KINDS[value] ?? 'point';
    else if (field === 2 && block !== undefined) tags = readNumbers(block);
    else if (field === 4 && block !== undefined) lines = readGeometry(readNumbers(block));
  }
  const properties: Record<string, string | number | boolean> = {};
  for (let at = 0; at + 1 < tags.length; at += 2) {
    const key = keys[tags[at] as number];
    const value = values[tags[at + 1] as number];
    if (key !== undefined && value !== undefined && value !== null) properties[key] = value;
  }
  return { kind, properties, lines };
}

const MOVE = 1;
const CLOSE = 7;

/** Commands of the specification (4.3): each MoveTo begins a line; ClosePath repeats its first point. */
function readGeometry(commands: readonly number[]): number[][] {
  const lines: number[][] = [];
  let line: number[] = [];
  let x = 0;
  let y = 0;
  for (let at = 0; at < commands.length; ) {
    const command = commands[at++] as number;
    const id = command & 7;
    if (id === CLOSE) {
      line.push(line[0] ?? 0, line[1] ?? 0);
      continue;
    }
    for (let left = command >>> 3; left > 0; left -= 1) {
      x += zigzag(commands[at++] ?? 0);
      y += zigzag(commands[at++] ?? 0);
      if (id === MOVE) {
        line = [];
        lines.push(line);
      }
      line.push(x, y);
    }
  }
  return lines;
}

function readValue(bytes: Uint8Array): string | number | boolean | null {
  for (const { field, block, value } of readFields(bytes)) {
    if (field === 1 && block !== undefined) return decodeText(block);
    if (field === 2 || field === 3 || field === 4 || field === 5) return value;
    if (field === 6) return zigzag(value);
    if (field === 7) return value !== 0;
  }
  return null;
}

const decoder = new TextDecoder();
const decodeText = (bytes: Uint8Array) => decoder.decode(bytes);
const zigzag = (value: number) => (value >>> 1) ^ -(value & 1);

function readNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  const at = { position: 0 };
  while (at.position < bytes.length) numbers.push(varint(bytes, at));
  return numbers;
}

interface Field {
  field: number;
  /** For wire type 2: texts, messages, packed numbers. */
  block?: Uint8Array;
  value: number;
}

/** The fields of a protocol buffer message. */
function* readFields(bytes: Uint8Array): Generator<Field> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = { position: 0 };
  while (at.position < bytes.length) {
    const key = varint(bytes, at);
    const field = key >>> 3;
    const wire = key & 7;
    if (wire === 0) yield { field, value: varint(bytes, at) };
    else if (wire === 2) {
      const length = varint(bytes, at);
      if (at.position + length > bytes.length) throw new RangeError('a tile ends within a value');
      yield { field, block: bytes.subarray(at.position, at.position + length), value: 0 };
      at.position += length;
    } else if (wire === 1) {
      yield { field, value: view.getFloat64(at.position, true) };
      at.position += 8;
    } else {
      yield { field, value: view.getFloat32(at.position, true) };
      at.position += 4;
    }
  }
}

function varint(bytes: Uint8Array, at: { position: number }): number {
  let value = 0;
  let scale = 1;
  for (;;) {
    const byte = bytes[at.position++];
    if (byte === undefined) throw new RangeError('a tile ends within a value');
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    scale *= 128;
  }
}
