/** `retryable`: the same call may succeed later; not after 400, 401, 403 and 404. Texts never contain secrets. */
export class FeedError extends Error {
  readonly retryable: boolean;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Without host and secrets: "GET /Property?$top=1". */
  readonly request: string;
  /** Requested by the server, in ms. */
  readonly retryAfterMs: number | null;
  /** The whole dataset is refused (403, confirmed by another request): its homes must be hidden immediately (rule F58). */
  readonly licenseLost: boolean;
  /** An HTML page from a proxy says nothing about a license. */
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
