/**
 * The error of all feeds. `retryable`: the same call may succeed later (busy or failing server, cut connection); 400,
 * 401, 403 and 404 are not. Message and `request` never contain secrets.
 */
export class FeedError extends Error {
  readonly retryable: boolean;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Method, path and query without host and secrets: "GET /Property?$top=1". */
  readonly request: string;
  /** Wait requested by the server (Retry-After or quota reset), in ms. */
  readonly retryAfterMs: number | null;
  /**
   * The service knows us and refuses the whole dataset (403, confirmed by a second, different request): its homes must
   * be hidden immediately (rule F58). Not set when only one way of access, such as replication, is not granted.
   */
  readonly licenseLost: boolean;
  /** The error is an HTML page from a proxy and says nothing about a license. */
  readonly fromProxy: boolean;

  constructor(
    message: string,
    facts: {
      retryable: boolean;
      status?: number | null;
      request: string;
      retryAfterMs?: number | null;
      licenseLost?: boolean;
      fromProxy?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'FeedError';
    this.retryable = facts.retryable;
    this.status = facts.status ?? null;
    this.request = facts.request;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.licenseLost = facts.licenseLost ?? false;
    this.fromProxy = facts.fromProxy ?? false;
  }
}
