import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 160;
const HEIGHT = 48;
const INK = [28, 78, 128] as const;
const GROUND = [255, 255, 255] as const;

/** The market's logo: three roofs in a row, as a PNG. */
export function marketLogo(): Buffer {
  const lines: Buffer[] = [];
  for (let y = 0; y < HEIGHT; y++) {
    const line = Buffer.alloc(1 + WIDTH * 3);
    for (let x = 0; x < WIDTH; x++) {
      const inHouse = Math.abs((x % 54) - 26);
      const isRoof = y >= 8 + inHouse * 0.8 && y < 28 && inHouse < 22;
      const isWall = y >= 28 && y < 42 && inHouse < 17;
      line.set(isRoof || isWall ? INK : GROUND, 1 + x * 3);
    }
    lines.push(line);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
