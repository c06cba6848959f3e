import { deflateRawSync } from 'node:zlib';

type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** NAD83 in degrees, as written by the Census Bureau. */
const NAD83 =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]';

/** For tests: a zipped polygon shapefile (ESRI Shapefile Technical Description, 1998). */
export function zipShapefile(
  name: string,
  shapes: readonly { properties: Record<string, string>; ring: Ring }[],
  projection = NAD83,
): Buffer {
  return zip([
    { name: `${name}.shp`, bytes: formatShp(shapes.map((one) => one.ring)) },
    { name: `${name}.dbf`, bytes: formatDbf(shapes.map((one) => one.properties)) },
    { name: `${name}.prj`, bytes: Buffer.from(projection) },
    { name: `${name}.cpg`, bytes: Buffer.from('UTF-8') },
  ]);
}

function formatShp(rings: readonly Ring[]): Buffer {
  const records = rings.map((ring, index) => {
    const content = Buffer.alloc(44 + 4 + ring.length * 16);
    content.writeInt32LE(5, 0);
    const xs = ring.map(([x]) => x);
    const ys = ring.map(([, y]) => y);
    [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((one, at) => {
      content.writeDoubleLE(one, 4 + at * 8);
    });
    content.writeInt32LE(1, 36);
    content.writeInt32LE(ring.length, 40);
    content.writeInt32LE(0, 44);
    ring.forEach(([x, y], at) => {
      content.writeDoubleLE(x, 48 + at * 16);
      content.writeDoubleLE(y, 56 + at * 16);
    });
    const head = Buffer.alloc(8);
    head.writeInt32BE(index + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, one) => sum + one.length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  return Buffer.concat([header, ...records]);
}

function formatDbf(rows: readonly Record<string, string>[]): Buffer {
  const names = Object.keys(rows[0] ?? {});
  const width = 80;
  const header = Buffer.alloc(32 + names.length * 32 + 1);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + names.length * width, 10);
  names.forEach((name, at) => {
    header.write(name.slice(0, 10), 32 + at * 32, 'latin1');
    header.write('C', 32 + at * 32 + 11, 'latin1');
    header.writeUInt8(width, 32 + at * 32 + 16);
  });
  header.writeUInt8(0x0d, header.length - 1);
  const lines = rows.map((row) => {
    const line = Buffer.alloc(1 + names.length * width, 0x20);
    names.forEach((name, at) => {
      line.write(row[name] ?? '', 1 + at * width, width, 'utf8');
    });
    return line;
  });
  return Buffer.concat([header, ...lines, Buffer.from([0x1a])]);
}

function zip(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(at, 12);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
        common,
        entry.subarray(2),
        Buffer.from(name),
      ]),
    );
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}
