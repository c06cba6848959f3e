import { buildOpenApi, type JsonSchema, type OpenApi, type Operation } from '@maru/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** An operation with where it is: `GET /maru/v1/district/city/{id}`. */
export interface Call {
  name: string;
  method: string;
  path: string;
  operation: Operation;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** As it was sent. */
  text: string;
  body: unknown;
}

/** The API's document as a judge: which calls there are, and whether an answer is one that the document knows. */
export class Answers {
  readonly document: OpenApi;
  readonly calls: readonly Call[];
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, validateFormats: false }));
  readonly #validators = new Map<string, ValidateFunction>();

  constructor() {
    this.document = buildOpenApi('http://localhost');
    this.#ajv.addSchema({ ...closed(this.document as unknown as JsonSchema), $id: 'api' });
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

  /** What is wrong with an answer: a status that the document does not name, a body that is not the schema's. */
  faults(call: Call, answer: Answer): string[] {
    const { status, headers, text, body } = answer;
    // An address that leads to no call at all, since something in it is too long or empty.
    if (status === 404 && call.path.includes('{') && codeOf(body) === 'not_found') return [];
    const known = call.operation.responses[String(status)];
    if (known === undefined) return [`${status} ${text.slice(0, 300)} is not in the document`];
    if (known.content === undefined)
      return text === '' ? [] : [`${status} has a body: ${text.slice(0, 100)}`];
    const type = String(headers['content-type'] ?? '');
    if (!type.startsWith('application/json')) return [`${status} is ${type}`];
    const validate = this.#validatorOf(call, status);
    if (!validate(body)) {
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${status} ${instancePath} ${message} ${JSON.stringify(params)}`,
      );
    }
    if (status < 400) return [];
    const codes = known.description;
    return codes.includes(`\`${codeOf(body)}\``) ? [] : [`${status} ${codeOf(body)} is not one of ${codes}`];
  }

  #validatorOf(call: Call, status: number): ValidateFunction {
    const ref = schemaOf(call, status);
    const known = this.#validators.get(ref) ?? this.#ajv.compile({ $ref: ref });
    this.#validators.set(ref, known);
    return known;
  }
}

/** Where the schema of an answer's body stands. A shared one by its own address: a thousand refusals are one schema. */
function schemaOf({ path, method, operation }: Call, status: number): string {
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

export function codeOf(body: unknown): string | undefined {
  return (body as { data?: { code?: string } } | undefined)?.data?.code;
}

/** The same document, but an object has nothing that its schema does not name. */
function closed<T extends JsonSchema>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as unknown as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, one]) => [key, key === 'example' ? one : closed(one as JsonSchema)]),
  ) as T;
  const isOpen =
    inner.type === 'object' &&
    inner.properties !== undefined &&
    inner.additionalProperties === undefined &&
    inner.patternProperties === undefined;
  return isOpen ? { ...inner, additionalProperties: false } : inner;
}
