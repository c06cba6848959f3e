/**
 * Whether JSON keeps a value as it is. Members that are undefined are left out by JSON, which nobody can tell from their absence.
 * @param path How an error names the value.
 * @throws TypeError for what JSON changes without a word or does not have: a Map, a Date, an instance of a class, a function,
 * NaN, undefined in a list.
 */
export function checkPlain(value: unknown, path: string): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return;
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) checkPlain(one, `${path}.${at}`);
    return;
  }
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    for (const [key, one] of Object.entries(value)) if (one !== undefined) checkPlain(one, `${path}.${key}`);
    return;
  }
  throw new TypeError(`${path} is no JSON: ${Object.prototype.toString.call(value)} ${String(value)}`);
}
