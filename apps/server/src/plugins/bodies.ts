import {
  type RouteDefinition,
  type Serializer,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import { findPlainFault, findTextFault } from '../http/plain-value.ts';

/** In bytes. A contact with consents is below 20 KB, a batch of a hundred videos below 60 KB. */
export const BODY_LIMIT = 64 * 1024;
const MERGE_PATCH = 'application/merge-patch+json';

/**
 * Accepts JSON (also RFC 7396 merge patches) and validates it, first generally and then by the route's schema. Query
 * strings are coerced to the schema's types; bodies are not. Schemas of requests and responses are compiled on first
 * use: compiling all of them would delay startup by a second.
 */
export function registerBodies(app: FastifyInstance): void {
  const shared: Options = { allErrors: true, useDefaults: true, removeAdditional: false, strict: false };
  const strict = addFormats.default(new Ajv({ ...shared, coerceTypes: false }));
  const reading = addFormats.default(new Ajv({ ...shared, coerceTypes: 'array' }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compiledWhenUsed(httpPart === 'body' ? strict : reading, schema as object),
  );
  const compileSerializer = SerializerSelector()();
  app.setSerializerCompiler((route) => {
    let serialize: Serializer | undefined;
    return (value) => {
      serialize ??= compileSerializer(route as RouteDefinition);
      return serialize(value);
    };
  });

  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(MERGE_PATCH, { parseAs: 'string' }, (request, body, done) => {
    if (request.method === 'PATCH') parseJson(request, body as string, done);
    else done(new ApiError(415, 'unsupported_media_type'), undefined);
  });

  app.addHook('preValidation', async ({ query, params, body, routeOptions }) => {
    // Pages ignore invalid query parameters and report them themselves.
    if (routeOptions.config.requiredRole === undefined) return;
    // Picture bytes are validated by their handler.
    const value = Buffer.isBuffer(body) ? undefined : body;
    const fault = findTextFault(query) ?? findTextFault(params) ?? findPlainFault(value);
    if (fault !== undefined) throw invalidRequest([fault]);
  });
}

function compiledWhenUsed(ajv: Ajv, schema: object): ValidateFunction {
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown): boolean => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(value);
    // Ajv reports errors on the function.
    validate.errors = compiled.errors;
    return isValid;
  };
  validate.errors = null as ValidateFunction['errors'];
  return validate as ValidateFunction;
}
