export interface ZipEntry {
  name: string;
  /** Uncompressed size in bytes. */
  size: number;
}

const END = 0x0605_4b50;
const ENTRY = 0x0201_4b50;
const LONGEST_COMMENT = 65_535;

/**
 * Lists a zip by its central directory (APPNOTE.TXT 4.3.12); undefined when it has none, because the file is truncated.
 */
export function listZipEntries(bytes: Buffer): ZipEntry[] | undefined {
  const first = Math.max(0, bytes.length - LONGEST_COMMENT - 22);
  let end = bytes.length - 22;
  while (end >= first && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < first || end < 0) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return undefined;
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    entries.push({ name, size: bytes.readUInt32LE(at + 24) });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}
