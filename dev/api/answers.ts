import { buildOpenApi, type JsonSchema, type OpenApi, type Operation } from '@maru/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** An operation and its address: `GET /maru/v1/district/city/{id}`. */
export interface Call {
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** The body as text. */
  text: string;
  body: unknown;
}

/** Validates answers against the API's OpenAPI document. */
export class Answers {
  readonly document: OpenApi;
  readonly calls: readonly Call[];
  readonly #ajv = addFormats.default(
    new Ajv2020({ strict: false, allErrors: true, validateFormats: false, code: { optimize: false } }),
  );
  readonly #validators = new Map<string, ValidateFunction>();

  constructor() {
    this.document = buildOpenApi('http://localhost');
    this.#ajv.addSchema({ ...closeSchema(this.document as unknown as JsonSchema), $id: 'api' });
    this.calls = Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
  }

  find(name: string): Call {
    const call = this.calls.find((one) => one.name === name);
    if (call === undefined) throw new Error(`the document has no call ${name}`);
    return call;
  }

  /**
   * What is invalid about an answer: a status that the document does not list, a body that does not match its schema.
   */
  faults(call: Call, answer: Answer): string[] {
    const { status, headers, text, body } = answer;
    // The path matches no route, since a parameter is too long or empty.
    if (status === 404 && call.path.includes('{') && readErrorCode(body) === 'not_found') return [];
    const known = call.operation.responses[String(status)];
    if (known === undefined) return [`${status} ${text.slice(0, 300)} is not in the document`];
    if (known.content === undefined)
      return text === '' ? [] : [`${status} has a body: ${text.slice(0, 100)}`];
    const type = String(headers['content-type'] ?? '');
    if (!type.startsWith('application/json')) return [`${status} is ${type}`];
    const validate = this.#findValidator(call, status);
    if (!validate(body)) {
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${status} ${instancePath} ${message} ${JSON.stringify(params)}`,
      );
    }
    if (status < 400) return [];
    const codes = known.description;
    return codes.includes(`\`${readErrorCode(body)}\``)
      ? []
      : [`${status} ${readErrorCode(body)} is not one of ${codes}`];
  }

  #findValidator(call: Call, status: number): ValidateFunction {
    const ref = findSchemaAddress(call, status);
    const known = this.#validators.get(ref) ?? this.#ajv.compile({ $ref: ref });
    this.#validators.set(ref, known);
    return known;
  }
}

/**
 * The address of the answer's body schema. Shared schemas are known by their own address, so each is compiled once.
 */
function findSchemaAddress({ path, method, operation }: Call, status: number): string {
  const shared = operation.responses[String(status)]?.content?.['application/json']?.schema?.$ref;
  if (typeof shared === 'string') return `api${shared}`;
  const steps = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    'application/json',
  ];
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  return `api#/${pointer.join('/')}/schema`;
}

export function readErrorCode(body: unknown): string | undefined {
  return (body as { data?: { code?: string } } | undefined)?.data?.code;
}

/** The same document with `additionalProperties: false` on every object. */
function closeSchema<T extends JsonSchema>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closeSchema) as unknown as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, one]) => [
      key,
      key === 'example' ? one : closeSchema(one as JsonSchema),
    ]),
  ) as T;
  const isOpen =
    inner.type === 'object' &&
    inner.properties !== undefined &&
    inner.additionalProperties === undefined &&
    inner.patternProperties === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}
