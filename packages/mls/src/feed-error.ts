/**
 * The one error of a feed. `retryable` says whether the same call may work later (a busy or broken server, a
 * cut connection); a refusal (400, 401, 403, 404) is not. Neither message nor `request` ever holds a secret.
 */
export class FeedError extends Error {
  readonly retryable: boolean;
  /** HTTP status; null when there was no answer at all. */
  readonly status: number | null;
  /** Method, path and query, without host and without anything secret: "GET /Property?$top=1". */
  readonly request: string;
  /** When the server said how long to wait (Retry-After, or the reset of its quota), in ms. */
  readonly retryAfterMs: number | null;
  /**
   * The service knows us and gives us nothing of this dataset any more (403 on the dataset itself, asked twice
   * in two ways): its homes must be hidden at once (rule F58). Never set when only a way of
   * asking, such as replication, is not granted.
   */
  readonly licenceLost: boolean;
  /** The refusal is a page of HTML: it came from something before the service, and says nothing about a licence. */
  readonly fromProxy: boolean;

  constructor(
    message: string,
    facts: {
      retryable: boolean;
      status?: number | null;
      request: string;
      retryAfterMs?: number | null;
      licenceLost?: boolean;
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
    this.licenceLost = facts.licenceLost ?? false;
    this.fromProxy = facts.fromProxy ?? false;
  }
}
