/** One request as data. `query` is canonical text without the question mark. */
export interface TransportRequest {
  method: string;
  path: string;
  query: string;
  body?: unknown;
  signal?: AbortSignal;
  /** The whole header: `Bearer …`. */
  authorization?: string;
  idempotencyKey?: string;
  /** The whole header: `"3"`. */
  ifMatch?: string;
}

/** How a request reaches the API: `fetch` in the browser, in-process on the server. */
export type Transport = (request: TransportRequest) => Promise<{ status: number; body: unknown }>;
