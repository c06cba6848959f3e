import { ROUTES, type Route } from '@maru/contract';

/** Of a call's schemas those that Fastify validates and serialises by. */
export function routeSchema(name: keyof typeof ROUTES) {
  const { params, query, body, answer, status = 200 } = ROUTES[name] as Route;
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    response: { [status]: answer },
  };
}
