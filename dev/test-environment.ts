import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

/** For the workers and the programs that tests start: each would compile the same modules, which takes seconds. */
export const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url));

const MEMORY = '/dev/shm';
const MIN_BYTES = 4 * 2 ** 30;

/**
 * The folder for temporary files of tests: in memory where Linux has room for them. Each test file creates a database
 * of about a thousand files; on a disk the file system spends a quarter of the run's CPU time on them.
 */
export function findTestFolder(): string {
  try {
    const { blocks, bsize } = statfsSync(MEMORY);
    if (blocks * bsize >= MIN_BYTES) return MEMORY;
  } catch {
    // Not Linux.
  }
  return tmpdir();
}
