/** Formats JSON for human readers: indented, without empty members. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, one) => (one === null ? undefined : one), 2) ?? 'null';
}
