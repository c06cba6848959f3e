import type { FieldProblem } from '@maru/contract';

/** Maximum nesting depth, far above any valid body. */
const DEEPEST = 12;
/** Maximum number of values; a batch of a hundred full entries has fewer. */
const MAX_VALUES = 5_000;
/** Keys that could cause prototype pollution. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Finds what is wrong with a body before schema validation: text that the store cannot hold (NUL, lone surrogates),
 * forbidden keys, excessive depth or size. Reports only the first fault, to keep the response small.
 */
export function findPlainFault(value: unknown): FieldProblem | undefined {
  const left: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let seen = 0, next = left.pop(); next !== undefined; seen += 1, next = left.pop()) {
    const { value: one, path, depth } = next;
    if (seen > MAX_VALUES) return { field: '', reason: 'too_many' };
    if (typeof one === 'string' && !isPlainText(one)) return { field: path, reason: 'malformed' };
    if (typeof one !== 'object' || one === null) continue;
    if (depth >= DEEPEST) return { field: firstSteps(path), reason: 'malformed' };
    const entries = Object.entries(one);
    if (entries.length > MAX_VALUES) return { field: path, reason: 'too_many' };
    for (const [key, inner] of entries) {
      const field = path === '' ? key : `${path}.${key}`;
      if (!isPlainText(key)) return { field: path, reason: 'unknown' };
      if (FORBIDDEN_KEYS.has(key)) return { field, reason: 'unknown' };
      left.push({ value: inner, path: field, depth: depth + 1 });
    }
  }
  return undefined;
}

/** The same for query and path parameters; unknown keys are ignored. */
export function findTextFault(given: unknown): FieldProblem | undefined {
  for (const [field, value] of Object.entries(given ?? {})) {
    if (![value].flat().every((one) => isPlainText(String(one)))) return { field, reason: 'malformed' };
  }
  return undefined;
}

/** Text that PostgreSQL and browsers accept: no NUL, no lone surrogates. */
function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const firstSteps = (path: string) => path.split('.').slice(0, 3).join('.').slice(0, 100);
