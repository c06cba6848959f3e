import type { Transport, TransportRequest } from './transport.ts';

/** Who keeps the access token, as the client sees it. */
export interface BearerSession {
  /** undefined: logged out. */
  token(): string | undefined;
  /**
   * A new token in place of `spent` (undefined: there was none). Whoever asks while one refresh is under way waits for
   * that one; whoever asks after it gets its token. undefined when there is none to be had.
   */
  refresh(spent: string | undefined): Promise<string | undefined>;
}

/** Reading calls that answer everybody the same: they stay without a token, so that shared caches may keep them. */
const SAME_FOR_EVERYONE = /^\/maru\/v1\/(home|district|source|translation|ping)(\/|$)/;

/**
 * A transport that says who asks. A 401 whose body says so too (`statusCode: 401`) leads to one refresh and one retry
 * (rule S4.2); without a new token the 401 stands.
 */
export function withBearer(transport: Transport, session: BearerSession): Transport {
  return async (request) => {
    if (isSameForEveryone(request)) return transport(request);
    const token = session.token();
    const answer = await transport(signed(request, token));
    if (answer.status !== 401 || !saysUnauthorized(answer.body)) return answer;
    const next = await session.refresh(token);
    return next === undefined ? answer : transport(signed(request, next));
  };
}

function signed(request: TransportRequest, token: string | undefined): TransportRequest {
  return token === undefined ? request : { ...request, authorization: `Bearer ${token}` };
}

function isSameForEveryone({ method, path }: TransportRequest): boolean {
  return method === 'GET' && SAME_FOR_EVERYONE.test(path);
}

function saysUnauthorized(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (body as { statusCode?: unknown }).statusCode === 401;
}
