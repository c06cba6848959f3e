type IsoDates<Row> = {
  [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name];
};

/** A row of the store with its times as the API sends them. The response schema drops what it does not name. */
export function isoDates<Row extends object>(row: Row): IsoDates<Row> {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(values) as IsoDates<Row>;
}

/** Formats JSON for human readers: indented, without empty members. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, one) => (one === null ? undefined : one), 2) ?? 'null';
}
