/**
 * Codes of PostgreSQL (SQLSTATE, appendix A of its manual) and of the network that the product decides by.
 * Nobody searches a message for a word.
 */
export const databaseCodes = {
  uniqueViolation: '23505',
  queryCanceled: '57014',
  deadlockDetected: '40P01',
  serializationFailure: '40001',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  cannotConnectNow: '57P03',
  databaseDropped: '57P04',
  idleSessionTimeout: '57P05',
  tooManyConnections: '53300',
  connectionException: '08000',
  connectionDoesNotExist: '08003',
  connectionFailure: '08006',
  unableToConnect: '08001',
  refused: 'ECONNREFUSED',
  reset: 'ECONNRESET',
  pipe: 'EPIPE',
  timedOut: 'ETIMEDOUT',
  hostUnreachable: 'EHOSTUNREACH',
  notFound: 'ENOTFOUND',
  tryAgain: 'EAI_AGAIN',
} as const;

const UNAVAILABLE: ReadonlySet<string> = new Set([
  databaseCodes.adminShutdown,
  databaseCodes.crashShutdown,
  databaseCodes.cannotConnectNow,
  databaseCodes.idleSessionTimeout,
  databaseCodes.tooManyConnections,
  databaseCodes.connectionException,
  databaseCodes.connectionDoesNotExist,
  databaseCodes.connectionFailure,
  databaseCodes.unableToConnect,
  databaseCodes.refused,
  databaseCodes.reset,
  databaseCodes.pipe,
  databaseCodes.timedOut,
  databaseCodes.hostUnreachable,
  databaseCodes.notFound,
  databaseCodes.tryAgain,
]);

/** The database is away, not the statement wrong. Thrown where the driver itself gives an error without a code. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * Whether the database could not be reached, went away, or is starting or stopping: trying again later may
 * help, the caller answers 503.
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

/** Whether the error is the database's answer with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}
