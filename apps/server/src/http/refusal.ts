import type { ERROR_STATUS, ErrorBody, ErrorCode } from '@maru/contract';

type Data = NonNullable<ErrorBody['data']>;

/** A refusal that a route wants to answer: the errors plugin words it in the visitor's language. */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  readonly statusCode: number;
  readonly code: Code;
  readonly data: Omit<Data, 'code'>;
  /** Fills the placeholders of the code's message. */
  readonly values: Record<string, string>;
  /** Seconds after which asking again may help. */
  readonly retryAfter: number | undefined;
  /** A code has one status; that it is written beside it is for the reader. */
  constructor(
    statusCode: (typeof ERROR_STATUS)[Code],
    code: Code,
    options: { data?: Omit<Data, 'code'>; values?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(code);
    this.name = 'Refusal';
    this.statusCode = statusCode;
    this.code = code;
    this.data = options.data ?? {};
    this.values = options.values ?? {};
    this.retryAfter = options.retryAfter;
  }
}

/** 404 for what is not at this address; its query is not said. */
export function notFoundAt(url: string): Refusal {
  return new Refusal(404, 'not_found', { values: { path: url.split('?')[0] ?? '/' } });
}

/** 400 with the fields that were wrong. */
export function invalidRequest(fields: NonNullable<Data['fields']>): Refusal {
  return new Refusal(400, 'invalid_request', { data: { fields } });
}
