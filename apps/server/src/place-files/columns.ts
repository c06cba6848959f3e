/** A row by column name in lower case without spaces and punctuation: "School Name" is `schoolname`. */
export type Columns = ReadonlyMap<string, string>;

const MEANS_NOTHING = /^(no data|n\/a|na|null|none|not applicable|not reported|–|-|\.|m|n|†|‡|-1|-2|-9)$/i;

export function columnName(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function readColumns(properties: Record<string, unknown>): Columns {
  const columns = new Map<string, string>();
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || typeof value === 'object') continue;
    columns.set(columnName(name), String(value).trim());
  }
  return columns;
}

/** The first non-empty column; "No Data", "-2" and "N/A" count as empty. */
export function textIn(columns: Columns, ...names: string[]): string | null {
  for (const name of names) {
    const text = columns.get(name) ?? '';
    if (text !== '' && !MEANS_NOTHING.test(text)) return text;
  }
  return null;
}

/** A non-negative number. */
export function numberIn(columns: Columns, ...names: string[]): number | null {
  const text = textIn(columns, ...names);
  if (text === null) return null;
  const value = Number(text.replace(/,/g, ''));
  return Number.isFinite(value) && value >= 0 ? value : null;
}

/** "Y", "Yes", "1-Yes", "1". */
export function flagIn(columns: Columns, ...names: string[]): boolean | null {
  for (const name of names) {
    const text = (columns.get(name) ?? '').toLowerCase();
    if (/^(y|yes|true|t|1|1-yes)$/.test(text)) return true;
    if (/^(n|no|false|f|0|2|2-no)$/.test(text)) return false;
  }
  return null;
}

/** A coordinate in degrees. */
export function degreesIn(columns: Columns, most: number, ...names: string[]): number | null {
  for (const name of names) {
    const text = columns.get(name) ?? '';
    const value = text === '' ? Number.NaN : Number(text);
    if (Number.isFinite(value) && Math.abs(value) <= most && value !== 0) return value;
  }
  return null;
}

/** An http or https URL. */
export function webAddressIn(columns: Columns, ...names: string[]): string | null {
  const text = textIn(columns, ...names);
  if (text === null || /\s/.test(text)) return null;
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { href, hostname } = new URL(address);
  return /^[a-z0-9.-]+\.[a-z]{2,}$/i.test(hostname) && href.length <= 300 ? href : null;
}
