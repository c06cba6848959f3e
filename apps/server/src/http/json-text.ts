/** Data for somebody who reads it: indented, members that say nothing left out. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, one) => (one === null ? undefined : one), 2) ?? 'null';
}
