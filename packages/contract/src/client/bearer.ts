import type { Transport, TransportRequest } from './transport.ts';

export interface BearerSession {
  /** Undefined when signed out. */
  token(): string | undefined;
  /** Replaces the token `spent`, by one request for concurrent calls; undefined when the session has ended. */
  refresh(spent: string | undefined): Promise<string | undefined>;
}

/** Reads with the same response for everybody: sent without a token, so that shared caches may store them. */
const SAME_FOR_EVERYONE = /^\/maru\/v1\/(home|district|source|translation|ping)(\/|$)/;

/** Adds the access token; a 401 whose body says so causes one refresh and one retry (rule S4.2). */
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
