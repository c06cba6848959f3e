import type { ERROR_STATUS, ErrorBody, ErrorCode } from '@maru/contract';

type Data = NonNullable<ErrorBody['data']>;

/** An error response that a route throws; the errors plugin adds the message in the visitor's language. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly statusCode: number;
  readonly code: Code;
  readonly data: Omit<Data, 'code'>;
  /** Placeholders of the code's message. */
  readonly values: Record<string, string>;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined;
  /** @param statusCode The one status of the code, repeated for readers. */
  constructor(
    statusCode: (typeof ERROR_STATUS)[Code],
    code: Code,
    options: { data?: Omit<Data, 'code'>; values?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(code);
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.code = code;
    this.data = options.data ?? {};
    this.values = options.values ?? {};
    this.retryAfter = options.retryAfter;
  }
}

type NotFoundCode = {
  [Code in ErrorCode]: (typeof ERROR_STATUS)[Code] extends 404 ? Code : never;
}[ErrorCode];

/** What was found. @throws ApiError 404 when that is nothing */
export function orNotFound<Found>(
  found: Found | undefined,
  code: NotFoundCode,
  data: Omit<Data, 'code'> = {},
): Found {
  if (found === undefined) throw new ApiError(404, code, { data });
  return found;
}

/** 404 for an address without a resource; the message leaves the query out. */
export function notFoundAt(url: string): ApiError {
  return new ApiError(404, 'not_found', { values: { path: url.split('?')[0] ?? '/' } });
}

/** 400 with the invalid fields. */
export function invalidRequest(fields: NonNullable<Data['fields']>): ApiError {
  return new ApiError(400, 'invalid_request', { data: { fields } });
}
