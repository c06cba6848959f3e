import {
  type CallName,
  ROUTES,
  type Route,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteResponse,
} from '@maru/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Caller } from '../auth/access-tokens.ts';

type Contract<Name extends CallName> = (typeof ROUTES)[Name];

/** A request whose input has passed the schemas of the call. */
export type CallRequest<Name extends CallName> = FastifyRequest<{
  Params: RouteParams<Contract<Name>>;
  Querystring: RouteQuery<Contract<Name>>;
  Body: RouteBody<Contract<Name>>;
}> &
  (Contract<Name>['access']['anonymous'] extends 'no' ? { caller: Caller } : unknown);

/**
 * Adds the route of an API call. Method, path and schemas come from the contract; plugins apply its access and rate limit by
 * method and path. The status is that of the contract unless the handler sets another one. `caller` is defined where the call
 * requires a session.
 */
export function serve<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  handler: (
    request: CallRequest<Name>,
    reply: FastifyReply,
  ) => Promise<RouteResponse<Contract<Name>> | FastifyReply>,
  options: Pick<RouteShorthandOptions, 'onRequest' | 'validatorCompiler'> = {},
): void {
  const { method, path, params, query, body, response, status = 200 }: Route = ROUTES[name];
  app.route({
    // With one route of both methods the schemas are compiled once; Fastify's own HEAD route would compile them again.
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: path,
    schema: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      response: { [status]: response },
    },
    ...options,
    handler: (request, reply) => handler(request as CallRequest<Name>, reply.code(status)),
  });
}
