import type { ErrorBody } from './error.ts';

/** What the typed client throws for an answer of 400 or more. */
export class ApiError extends Error {
  readonly body: ErrorBody;
  constructor(body: ErrorBody) {
    super(body.message);
    this.name = 'ApiError';
    this.body = body;
  }
  get statusCode(): number {
    return this.body.statusCode;
  }
}
