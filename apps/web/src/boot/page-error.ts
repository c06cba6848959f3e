import type { ErrorBody } from '@maru/contract';
import { ApiError } from '@maru/contract/client';

const PREFIX = 'page-error:';

/**
 * A fault on its way to the error screen. Only an error's `message` travels from the server's rendering to the
 * browser, so the whole body is in it; what else went wrong stays on the server as `cause`.
 */
export class PageError extends ApiError {
  constructor(body: ErrorBody, cause: unknown) {
    super(body);
    this.name = 'PageError';
    const { statusCode, statusMessage, data } = body;
    this.message = PREFIX + JSON.stringify({ statusCode, statusMessage, data });
    this.cause = cause;
  }
}

/** What an error says for the error screen, wherever it came from. Total. */
export function readErrorBody(error: unknown): Pick<ErrorBody, 'statusCode' | 'statusMessage' | 'data'> {
  if (error instanceof ApiError) return error.body;
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith(PREFIX)) {
    try {
      return JSON.parse(message.slice(PREFIX.length)) as ErrorBody;
    } catch {
      // Then it is as any other fault.
    }
  }
  return { statusCode: 500, statusMessage: '' };
}
