export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema | readonly JsonSchema[];
  prefixItems?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  description?: string;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}
