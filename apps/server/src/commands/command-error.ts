/** What a command cannot do, in one line for the owner. */
export class CommandError extends Error {
  override name = 'CommandError';
}
