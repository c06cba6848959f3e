/** A failure that is reported to the user as one line. */
export class CommandError extends Error {
  override name = 'CommandError';
}
