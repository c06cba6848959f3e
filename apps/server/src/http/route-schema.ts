import { ROUTES, type Route } from '@maru/contract';

/** The schemas of a route that Fastify validates and serializes by. */
export function routeSchema(name: keyof typeof ROUTES) {
  const { params, query, body, answer, status = 200 } = ROUTES[name] as Route;
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    response: { [status]: answer },
  };
}
