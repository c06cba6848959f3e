import { createHash } from 'node:crypto';

/** Texts and names in quotes, which stay as they are; then comments and blanks. */
const PARTS = /('(?:[^']|'')*'|"(?:[^"]|"")*")|(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s)+/g;

/** SHA-256 (hex) of the statements of a migration file: comments, line breaks and indentation may change. */
export function migrationChecksum(sql: string): string {
  const statements = sql.replace(PARTS, (_, quoted?: string) => quoted ?? ' ').trim();
  return createHash('sha256').update(statements).digest('hex');
}
