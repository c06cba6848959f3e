import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { CommandError } from '../commands/command-error.ts';
import { streamFile } from './read-bytes.ts';
import { peek } from './rows.ts';

/** Maximum length of a row. */
const MAX_ROW_BYTES = 100_000;

/**
 * The rows of a table as it is published, header first: comma or tab separated, UTF-8 or Latin 1, also gzip. Streamed.
 * @throws CommandError for what is no table
 */
export async function* readTableRows(path: string): AsyncGenerator<string[]> {
  const [first, chunks] = await peek(await streamFile(path));
  if (first === undefined) return;
  // Detect the delimiter from the header row.
  const line = first.subarray(0, 4_000).toString('latin1').split(/\r?\n/, 1)[0] ?? '';
  const delimiter = line.includes('\t') ? '\t' : ',';
  const parser = parse({
    bom: true,
    delimiter,
    encoding: isValidUtf8(first) ? 'utf8' : 'latin1',
    // CDE's tab-separated values may contain quotes.
    quote: delimiter === '\t' ? null : '"',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
  });
  const bytes = Readable.from(chunks);
  bytes.once('error', (error) => parser.destroy(error));
  try {
    for await (const row of bytes.pipe(parser) as AsyncIterable<string[]>) yield row;
  } catch (error) {
    throw new CommandError(`${path} cannot be parsed as a table: ${(error as Error).message}`);
  }
}

/** The chunk may end within a multi-byte character. */
function isValidUtf8(chunk: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}
