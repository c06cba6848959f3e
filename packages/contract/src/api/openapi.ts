import { ReviewAnswer } from '../admin/review.ts';
import { District } from '../homes/district.ts';
import {
  HistoryRow,
  HomeAnswer,
  HomeCardAnswer,
  HomeListAnswer,
  PlaceLink,
  PublicListing,
  SourceAnswer,
  Suggestion,
} from '../homes/home.ts';
import { SourceClock } from '../homes/source.ts';
import { CommuteAddress, Device, PersonAnswer, User, UserEdit } from '../people/user.ts';
import { AgentAnswer, ConsentText } from '../realtors/agent.ts';
import { RealtorAnswer, RealtorBody } from '../realtors/realtor.ts';
import {
  Answerer,
  ContactAnswer,
  ContactBody,
  ContactSent,
  ReceiptAnswer,
} from '../realtors/realtor-contacts.ts';
import { VideoAnswer, VideoBody } from '../realtors/realtor-youtube.ts';
import { isPublicRead, RULES, requiredRole } from './access.ts';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from './error.ts';
import { buildExample } from './example.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Limit, Route } from './route.ts';
import { type CallName, ROUTES } from './routes.ts';

/** Schemas that several calls share, by their name in the document. */
const SHARED: Record<string, unknown> = {
  Error: ErrorBody,
  HomeCard: HomeCardAnswer,
  HomeList: HomeListAnswer,
  Home: HomeAnswer,
  HistoryRow,
  Listing: PublicListing,
  PlaceLink,
  Suggestion,
  Source: SourceAnswer,
  SourceClock,
  District,
  Agent: AgentAnswer,
  Answerer,
  ConsentText,
  Contact: ContactAnswer,
  ContactBody,
  ContactSent,
  Receipt: ReceiptAnswer,
  Realtor: RealtorAnswer,
  RealtorBody,
  Review: ReviewAnswer,
  Video: VideoAnswer,
  VideoBody,
  User,
  UserEdit,
  Person: PersonAnswer,
  Device,
  CommuteAddress,
};

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema; example: unknown }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, { $ref: string }>;
      content?: Record<string, { schema: JsonSchema; example?: unknown }>;
    }
  >;
  'x-limit': Limit;
  'x-permission': Record<string, string>;
}

export interface OpenApi {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const TAGS: Record<string, string> = {
  home: 'Homes on the market: search, one home, suggestions for typed text.',
  district: 'States, counties and cities with their numbers of homes.',
  source: 'The feeds: how fresh they are, and their listings read live.',
  agent: 'Agents, and messages to them.',
  realtor: 'Profiles of realtors of this site.',
  'realtor-contacts': 'Messages to realtors, for both sides.',
  receipt: 'The sender’s copy of a contact: read and withdraw it without an account.',
  'realtor-youtube': 'Videos by realtors.',
  auth: 'Signing in with Kakao or Google, and sessions.',
  user: 'The caller’s account; people who wrote to the caller.',
  saved: 'Saved homes and searches, and their alert emails.',
  shortlist: 'Lists of homes that a family votes on by a secret link, without accounts.',
  admin: 'For the owner of the site.',
  site: 'Messages of the site, and health.',
};

const DESCRIPTION = [
  'Homes in the United States, in English and Korean, for people and programs.',
  'Errors have one shape and a closed list of codes; their `statusMessage` is in the language of `Accept-Language`.',
  'Arrays in a query are repeated keys. Unknown query keys are ignored, unknown body members are rejected.',
  'Signed-in calls use `Authorization: Bearer` with an access token that is valid for 15 minutes. Calls whose response depends on the caller',
  'respond with 401 to an invalid token. `fresh_sign_in_required` means that the sign-in (claim `auth_time`) is older than 15 minutes (default).',
  'The remaining calls per address and account are in `RateLimit` and `RateLimit-Policy`',
  '(draft-ietf-httpapi-ratelimit-headers-11).',
].join(' ');

/** The OpenAPI 3.1 document of all calls, from the schemas that validate and serialize. */
export function buildOpenApi(publicUrl: string): OpenApi {
  const names = new Map(Object.entries(SHARED).map(([name, schema]) => [JSON.stringify(schema), name]));
  const paths: OpenApi['paths'] = {};
  for (const [name, route] of Object.entries(ROUTES) as [CallName, Route][]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: buildOperation(name, route, names) };
  }
  const used = new Set(Object.values(ROUTES).map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Maru',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set([...Object.keys(TAGS), ...used])].map((name) => ({
      name,
      description: TAGS[name] ?? name,
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token that signing in gives.',
        },
        refreshCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Secure-maru-refresh',
          description: 'The session of a browser; set at signing in, HttpOnly. Over http without the prefix.',
        },
      },
      headers: {
        RateLimit: buildHeader('What is left and for how many seconds', '"default";r=1199;t=60'),
        RateLimitPolicy: buildHeader('How many calls in how many seconds', '"default";q=1200;w=60'),
        RetryAfter: buildHeader('Seconds after which asking again may help', '30'),
      },
      schemas: Object.fromEntries(
        Object.entries(SHARED).map(([name, schema]) => [name, withNames(schema as JsonSchema, names, true)]),
      ),
    },
  };
}

const buildHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});

function buildOperation(name: CallName, route: Route, names: Map<string, string>): Operation {
  const { summary, description = '', tag, access, limit = 'default' } = route;
  const permission = Object.fromEntries(Object.entries(access).map(([role, rule]) => [role, RULES[rule]]));
  const security: Operation['security'] = route.usesSessionCookie
    ? [{ refreshCookie: [] }]
    : requiredRole(access) === 'anyone'
      ? isPublicRead(route)
        ? [{}]
        : [{}, { bearer: [] }]
      : [{ bearer: [] }];
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    security,
    parameters: [
      ...buildParameters('path', route.params as JsonSchema | undefined, names),
      ...buildParameters('query', route.query as JsonSchema | undefined, names),
      ...buildHeaders(route),
    ],
    ...(route.body === undefined ? {} : { requestBody: buildRequestBody(route, names) }),
    responses: { ...buildSuccess(route, names), ...buildErrors(route) },
    'x-limit': limit,
    'x-permission': permission,
  };
}

function buildParameters(
  where: 'path' | 'query',
  schema: JsonSchema | undefined,
  names: Map<string, string>,
): Parameter[] {
  return Object.entries(schema?.properties ?? {}).map(([name, { description, ...one }]) => {
    const example = buildExample(one, name);
    return {
      name,
      in: where,
      required: where === 'path' || (schema?.required ?? []).includes(name),
      ...(description === undefined ? {} : { description }),
      schema: withNames(one, names),
      // Without a known name the example is a placeholder.
      ...(example === 'Sample' || example === 'sample' ? {} : { example }),
    };
  });
}

function buildHeaders({ method, errors = [] }: Route): Parameter[] {
  const header = (name: string, description: string, example: string): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
    example,
  });
  return [
    ...(errors.includes('precondition_failed')
      ? [header('If-Match', 'The `ETag` of what was read: 412 when it has changed since', '"3"')]
      : []),
    ...(method === 'POST' && errors.includes('idempotency_key_reused')
      ? [header('Idempotency-Key', 'The same key, the same answer: nothing is done twice', '8e03978e-40d5')]
      : []),
  ];
}

function buildRequestBody({ method, body }: Route, names: Map<string, string>): Operation['requestBody'] {
  const content = { schema: withNames(body as JsonSchema, names), example: buildExample(body as JsonSchema) };
  return {
    required: true,
    content: {
      ...(method === 'PATCH' ? { 'application/merge-patch+json': content } : {}),
      'application/json': content,
    },
  };
}

const LIMIT_HEADERS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

const GOOD = {
  200: 'The answer',
  201: 'Made',
  202: 'Taken, and done later',
  204: 'Done',
  302: 'Goes on at `Location`',
} as const;

function buildSuccess({ response, status = 200 }: Route, names: Map<string, string>): Operation['responses'] {
  const schema = response as JsonSchema;
  const isEmpty = schema.type === 'null';
  return {
    [status]: {
      description: GOOD[status],
      headers: LIMIT_HEADERS,
      ...(isEmpty
        ? {}
        : {
            content: {
              'application/json': { schema: withNames(schema, names), example: buildExample(schema) },
            },
          }),
    },
  };
}

function buildErrors(route: Route): Operation['responses'] {
  const { errors = [], method, freshSignIn } = route;
  const role = requiredRole(route.access);
  const codes = new Set<ErrorCode>([
    'invalid_request',
    ...(isPublicRead(route) ? [] : (['unauthorized'] as const)),
    ...(role === 'admin' ? (['forbidden'] as const) : []),
    ...(freshSignIn ? (['fresh_sign_in_required'] as const) : []),
    'uri_too_long',
    // A body is read whether or not the call has one.
    ...(method === 'GET'
      ? []
      : (['request_timeout', 'payload_too_large', 'unsupported_media_type'] as const)),
    'too_many_requests',
    'internal',
    'busy',
    'unavailable',
    ...errors,
  ]);
  const byStatus = Map.groupBy([...codes], (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, own]) => [
        String(status),
        {
          description: own.map((code) => `\`${code}\``).join(', '),
          ...(status === 429 || status === 503
            ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
            : {}),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              example: { statusCode: status, statusMessage: '…', message: '…', data: { code: own[0] } },
            },
          },
        },
      ]),
  );
}

/** As JSON Schema 2020-12 with references to shared schemas. `isRoot`: the definition of a shared schema itself. */
function withNames(schema: JsonSchema, names: Map<string, string>, isRoot = false): JsonSchema {
  const name = isRoot ? undefined : names.get(JSON.stringify(schema));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  const each = (all: Record<string, JsonSchema>) =>
    Object.fromEntries(Object.entries(all).map(([key, one]) => [key, withNames(one, names)]));
  const { items, additionalItems, properties, patternProperties, anyOf, ...rest } = schema;
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties: each(properties) }),
    ...(patternProperties === undefined ? {} : { patternProperties: each(patternProperties) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => withNames(one, names)) }),
    ...(items === undefined ? {} : buildItems(items, names)),
  };
}

function buildItems(items: NonNullable<JsonSchema['items']>, names: Map<string, string>): JsonSchema {
  if (!Array.isArray(items)) return { items: withNames(items as JsonSchema, names) };
  const all = items as readonly JsonSchema[];
  return { prefixItems: all.map((one) => withNames(one, names)), items: false as unknown as JsonSchema };
}
