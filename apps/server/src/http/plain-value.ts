import type { FieldProblem } from '@maru/contract';

/** Deeper than any body of ours by far; what is deeper was not written by a form. */
const DEEPEST = 12;
/** A batch of a hundred entries with all their fields is below this. */
const MOST_VALUES = 5_000;
/** Keys that reach into an object's making when something merges it. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * What is wrong with a value before its schema is asked: text that the store cannot keep (NUL, half a character), keys
 * that are none, too deep, too much. The first fault alone, so that a huge body costs no huge answer.
 */
export function findPlainFault(value: unknown): FieldProblem | undefined {
  const left: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let seen = 0, next = left.pop(); next !== undefined; seen += 1, next = left.pop()) {
    const { value: one, path, depth } = next;
    if (seen > MOST_VALUES) return { field: '', reason: 'too_many' };
    if (typeof one === 'string' && !isPlainText(one)) return { field: path, reason: 'malformed' };
    if (typeof one !== 'object' || one === null) continue;
    if (depth >= DEEPEST) return { field: firstSteps(path), reason: 'malformed' };
    const entries = Object.entries(one);
    if (entries.length > MOST_VALUES) return { field: path, reason: 'too_many' };
    for (const [key, inner] of entries) {
      const field = path === '' ? key : `${path}.${key}`;
      if (!isPlainText(key)) return { field: path, reason: 'unknown' };
      if (FORBIDDEN_KEYS.has(key)) return { field, reason: 'unknown' };
      left.push({ value: inner, path: field, depth: depth + 1 });
    }
  }
  return undefined;
}

/** The same of a query or of what stands in a path, whose unknown keys ask nothing. */
export function findTextFault(given: unknown): FieldProblem | undefined {
  for (const [field, value] of Object.entries(given ?? {})) {
    if (![value].flat().every((one) => isPlainText(String(one)))) return { field, reason: 'malformed' };
  }
  return undefined;
}

/** Text that PostgreSQL can keep and every browser can show: no NUL, no half of a surrogate pair. */
function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

const firstSteps = (path: string) => path.split('.').slice(0, 3).join('.').slice(0, 100);
