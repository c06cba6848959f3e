/**
 * Codes of PostgreSQL (SQLSTATE, appendix A of its manual) and of the network by which the database is away. Nobody
 * searches a message for a word.
 */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  // query_canceled: over the time that a statement has. Who gave up a search hears of that, not of this.
  '57014',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '53300', // too_many_connections
  '08000', // connection_exception
  '08001', // sqlclient_unable_to_establish_sqlconnection
  '08003', // connection_does_not_exist
  '08006', // connection_failure
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The database is away, not the statement wrong. Thrown where the driver itself gives an error without a code. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * Whether the database could not be reached, went away, is starting or stopping, or is too slow: trying again later
 * may help, the caller answers 503.
 */
export function isUnavailable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DatabaseUnavailable) return true;
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && UNAVAILABLE.has(code)) return true;
    if (at instanceof AggregateError && at.errors.some(isUnavailable)) return true;
  }
  return false;
}

/**
 * Whether the rows themselves are what could not be written, so that a smaller batch may: a fault of ours in
 * reading them (no SQLSTATE), or PostgreSQL's classes 21 cardinality, 22 data, 23 integrity, 54 limits. Not when
 * the database is away, full, or of another schema: then nothing may be quarantined for it.
 */
export function isOfRows(error: unknown): boolean {
  if (isUnavailable(error)) return false;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return /^(21|22|23|54)[0-9A-Z]{3}$/.test(code);
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}
