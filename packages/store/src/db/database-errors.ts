/**
 * SQLSTATEs (PostgreSQL manual, appendix A) and network errors of an unavailable database. Messages are never parsed.
 */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  // query_canceled: the statement timeout. Client aborts are reported separately.
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

/** The database is unavailable. Also thrown for driver errors without a code. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Whether the database is unreachable, starting, too slow, full or read-only: a later retry may succeed (503). */
export function isUnavailable(error: unknown): boolean {
  return listCauses(error).some(
    (one) =>
      one instanceof DatabaseUnavailable ||
      UNAVAILABLE.has(readCode(one)) ||
      INSUFFICIENT_RESOURCES.test(readCode(one)) ||
      (one instanceof AggregateError && one.errors.some(isUnavailable)),
  );
}

function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return causes;
}

function readCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** SQLSTATE of a server that is shutting down or starting; any other code proves that the server works. */
const AWAY = /^(08...|57P0[123])$/;

/** Whether the connection was lost or could not be established. */
export function isLost(error: unknown): boolean {
  if (!isUnavailable(error)) return false;
  const state = listCauses(error)
    .map(readCode)
    .find((code) => /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE');
  return state === undefined || AWAY.test(state);
}

/**
 * Whether rows of the batch cannot be written, so that a smaller batch may succeed: an exception of our own code, or
 * SQLSTATE classes 21, 22, 23 and 54. False when the database is unavailable, full or has another schema.
 */
export function isRowError(error: unknown): boolean {
  if (isUnavailable(error)) return false;
  const code = readCode(error);
  if (code !== '') return /^(21|22|23|54)[0-9A-Z]{3}$/.test(code);
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}
