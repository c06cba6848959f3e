/**
 * Codes of PostgreSQL (SQLSTATE, appendix A of its manual) and of the network which say that the database cannot serve now. Error
 * messages are never searched for words.
 */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  // query_canceled: the statement timeout. A search that its caller canceled is reported to the caller, not as this.
  '57014',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P04', // database_dropped: a restore replaces it
  '57P05', // idle_session_timeout
  '25006', // read_only_sql_transaction: a standby, or default_transaction_read_only while the disk is full
  '58030', // io_error
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
/** Class 53, insufficient resources: a full disk (53100), no memory (53200), too many connections (53300). */
const INSUFFICIENT_RESOURCES = /^53[0-9A-Z]{3}$/;

/** The database does not serve; the statement is not wrong. Thrown where the driver gives an error without a code. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * Whether the database could not be reached, went away, is starting or stopping, is too slow, full or read-only: a retry
 * later may succeed, and the caller answers 503 with Retry-After. What was to be written was rolled back.
 */
export function isUnavailable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DatabaseUnavailable) return true;
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && (UNAVAILABLE.has(code) || INSUFFICIENT_RESOURCES.test(code))) return true;
    if (at instanceof AggregateError && at.errors.some(isUnavailable)) return true;
  }
  return false;
}

/** SQLSTATE by which a server that goes away or is not there yet answers; every other one proves that it works. */
const AWAY = /^(08...|57P0[123])$/;

/** Whether the connection was lost or could not be made: the server may not be there at all. */
export function isLost(error: unknown): boolean {
  if (!isUnavailable(error)) return false;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE') return AWAY.test(code);
  }
  return true;
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
