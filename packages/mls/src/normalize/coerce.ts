/** Tolerant reading of feed values (rule F52): accepts any JSON value, returns null for "unknown" and never throws. */

/** Zero-width characters, and control characters except tab and line breaks: PostgreSQL rejects NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200d\u2060\ufeff]/;
const ALL_UNWANTED = new RegExp(UNWANTED, 'g');

/** Trimmed; "" is null. Numbers become text. */
export function readText(value: unknown, maxLength = 1000): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = cleanText(value.length > maxLength * 2 ? value.slice(0, maxLength * 2) : value).trim();
  return text === '' ? null : text.slice(0, maxLength).toWellFormed();
}

export function cleanText(text: string): string {
  return (UNWANTED.test(text) ? text.replace(ALL_UNWANTED, '') : text).toWellFormed();
}

/** 1234.5, "$1,234.50", " 7 "; "3 beds" is not a number. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 64) return null;
  const text = cleanText(value)
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

const TRUE = new Set(['true', 't', 'yes', 'y', '1']);
const FALSE = new Set(['false', 'f', 'no', 'n', '0']);

/** `null` when absent or unreadable. */
export function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = readText(value, 16)?.toLowerCase();
  if (text === undefined) return null;
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : null;
}

/** Missing means unrestricted (RESO); an unreadable value restricts, since display cannot be undone (rule R35). */
export function readDisplayFlag(value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && cleanText(value).trim() === '') return null;
  return readFlag(value) ?? false;
}

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,12}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Later years have five digits, which databases reject; includes the last local day of 9999 in western zones. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Nanoseconds since the epoch, to compare timestamps of any precision; null when unreadable. */
export function parseInstant(value: unknown): bigint | null {
  if (typeof value !== 'string' || value.length > 64) return null;
  const parts = INSTANT.exec(cleanText(value).trim());
  if (parts === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts;
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  if (!Number.isFinite(ms) || ms > LAST_INSTANT || !isDay(`${year}-${month}-${day}`)) return null;
  return BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

/** ISO-8601 UTC with at most microseconds; UTC without a zone. */
export function readInstant(value: unknown): string | null {
  // Fast path for our own format, verified by a round trip.
  if (typeof value === 'string' && value.length === 24 && value.endsWith('Z')) {
    const ms = Date.parse(value);
    if (!Number.isNaN(ms) && new Date(ms).toISOString() === value) return value;
  }
  const instant = parseInstant(value);
  return instant === null ? null : formatInstant(instant);
}

/** Nanoseconds since the epoch → ISO-8601 UTC with three or, if needed, six decimals. */
export function formatInstant(instant: bigint): string {
  const micros = instant / 1000n;
  const ms = Number(micros / 1000n);
  const rest = Number(micros % 1000n);
  const base = new Date(rest < 0 ? ms - 1 : ms).toISOString();
  return rest === 0 ? base : base.replace('Z', `${String((rest + 1000) % 1000).padStart(3, '0')}Z`);
}

/** `YYYY-MM-DD`; a time is dropped, since the date is local as written. */
export function readDate(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 64) return null;
  const text = cleanText(value).trim();
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1];
  return day !== undefined && isDay(day) ? day : null;
}

/** Rejects 31 February, which Date.parse rolls over. */
function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && text >= '1000' && new Date(ms).toISOString().startsWith(text);
}

/** A list from an array, "a,b,c" (flag servers) or a single value, without empty and duplicate items. */
export function readList(value: unknown, maxItems = 100): string[] {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  const list: string[] = [];
  for (const part of parts) {
    const text = readText(part, 200);
    if (text !== null && !list.includes(text)) list.push(text);
    if (list.length === maxItems) break;
  }
  return list;
}

/** A plain object, or an empty one. */
export function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Already normalized URLs, which need no parsing; a row has a dozen. */
const PLAIN_ADDRESS = /^(https?:)\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}\/[\w~/%.?=&+,:;@!$()*-]*$/;

/** A URL with one of the schemes. */
export function readWebAddress(value: unknown, schemes: readonly string[]): string | null {
  if (typeof value === 'string' && value.length < 4000 && !value.includes('/.')) {
    const scheme = PLAIN_ADDRESS.exec(value)?.[1];
    if (scheme !== undefined) return schemes.includes(scheme) ? value : null;
  }
  const text = readText(value, 4000);
  const url = text === null ? null : URL.parse(text);
  return url !== null && schemes.includes(url.protocol) ? url.href : null;
}
