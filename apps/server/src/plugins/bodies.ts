import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import { findPlainFault, findTextFault } from '../http/plain-value.ts';

/** A letter with its consents is below 20 KB, a batch of a hundred videos below 60 (bytes). */
export const BODY_LIMIT = 64 * 1024;
const MERGE_PATCH = 'application/merge-patch+json';

/**
 * What may be sent in: JSON (a PATCH as RFC 7396 merge patch too), checked first for what no schema looks at, then by
 * the call's schema. A query is text and is read as what its schema asks for; a body is taken at its word.
 */
export function registerBodies(app: FastifyInstance): void {
  const shared: Options = { allErrors: true, useDefaults: true, removeAdditional: false, strict: false };
  const strict = addFormats.default(new Ajv({ ...shared, coerceTypes: false }));
  const reading = addFormats.default(new Ajv({ ...shared, coerceTypes: 'array' }));
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compiledWhenUsed(httpPart === 'body' ? strict : reading, schema as object),
  );

  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(MERGE_PATCH, { parseAs: 'string' }, (request, body, done) => {
    if (request.method === 'PATCH') parseJson(request, body as string, done);
    else done(new ApiError(415, 'unsupported_media_type'), undefined);
  });

  app.addHook('preValidation', async ({ query, params, body, routeOptions }) => {
    // A page drops what is bad of its address and says so.
    if (routeOptions.config.requiredRole === undefined) return;
    // The bytes of a picture are no value of ours: who takes them looks at them.
    const value = Buffer.isBuffer(body) ? undefined : body;
    const fault = findTextFault(query) ?? findTextFault(params) ?? findPlainFault(value);
    if (fault !== undefined) throw invalidRequest([fault]);
  });
}

/** Two hundred schemas compiled at the start would hold it up for a third of a second; each takes a few ms. */
function compiledWhenUsed(ajv: Ajv, schema: object): ValidateFunction {
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown): boolean => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(value);
    // Where the framework, as Ajv's callers do, looks for what is wrong.
    validate.errors = compiled.errors;
    return isValid;
  };
  validate.errors = null as ValidateFunction['errors'];
  return validate as ValidateFunction;
}
