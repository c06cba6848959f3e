/** The part of pg-copy-streams that is used here; it ships no types. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  export function from(copyStatement: string): Writable & Submittable;
  export function to(copyStatement: string): Readable & Submittable;
}
