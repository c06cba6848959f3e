import type { ErrorBody } from '../api/error.ts';

/** A response with a status of 400 or more, thrown by the typed client. */
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
