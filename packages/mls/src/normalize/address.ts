import { readText } from './coerce.ts';

const STATES: Record<string, string> = Object.fromEntries(
  (
    'Alabama AL|Alaska AK|Arizona AZ|Arkansas AR|California CA|Colorado CO|Connecticut CT|Delaware DE|' +
    'District of Columbia DC|Florida FL|Georgia GA|Hawaii HI|Idaho ID|Illinois IL|Indiana IN|Iowa IA|Kansas KS|' +
    'Kentucky KY|Louisiana LA|Maine ME|Maryland MD|Massachusetts MA|Michigan MI|Minnesota MN|Mississippi MS|' +
    'Missouri MO|Montana MT|Nebraska NE|Nevada NV|New Hampshire NH|New Jersey NJ|New Mexico NM|New York NY|' +
    'North Carolina NC|North Dakota ND|Ohio OH|Oklahoma OK|Oregon OR|Pennsylvania PA|Puerto Rico PR|' +
    'Rhode Island RI|South Carolina SC|South Dakota SD|Tennessee TN|Texas TX|Utah UT|Vermont VT|Virginia VA|' +
    'Washington WA|West Virginia WV|Wisconsin WI|Wyoming WY'
  )
    .split('|')
    .map((one) => [one.slice(0, -3).toLowerCase().replaceAll(' ', ''), one.slice(-2)]),
);

/** Two letters, from the code or the English name in either spelling; anything else survives. */
export function normalizeState(value: unknown): string | null {
  const text = readText(value, 50);
  if (text === null) return null;
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase();
  return STATES[text.toLowerCase().replaceAll(' ', '')] ?? text;
}

/** Five digits, with the zeros that a number lost: 2139 → "02139", "92620-1234" → "92620"; else null. */
export function normalizePostalCode(value: unknown): string | null {
  const text = readText(value, 20);
  if (text === null) return null;
  const match = /^(\d{5})(?:[- ]?\d{4})?$|^(\d{3,4})$/.exec(text);
  return match === null ? null : (match[1] ?? match[2] ?? '').padStart(5, '0');
}

/** Direction, name, suffix, direction: "N Culver Dr". A suffix that the name already ends with is not repeated. */
export function normalizeStreetName(row: Record<string, unknown>): string | null {
  const name = readText(row.StreetName, 100);
  if (name === null) return null;
  const parts = [readText(row.StreetDirPrefix, 20), name];
  for (const part of [readText(row.StreetSuffix, 30), readText(row.StreetDirSuffix, 20)]) {
    if (part !== null && !name.toLowerCase().endsWith(` ${part.toLowerCase()}`)) parts.push(part);
  }
  return parts.filter((part) => part !== null).join(' ');
}

/** Degrees WGS84, or null for both: 0 means "not geocoded" in feeds, and half a position is none. */
export function normalizePosition(row: Record<string, unknown>): {
  latitude: number | null;
  longitude: number | null;
} {
  // Bridge sends Coordinates as [longitude, latitude] beside, or instead of, the two numbers.
  const pair = Array.isArray(row.Coordinates) ? row.Coordinates : [];
  const latitude = degrees(row.Latitude, 90) ?? degrees(pair[1], 90);
  const longitude = degrees(row.Longitude, 180) ?? degrees(pair[0], 180);
  return latitude === null || longitude === null
    ? { latitude: null, longitude: null }
    : { latitude, longitude };
}

function degrees(value: unknown, most: number): number | null {
  const text = readText(value, 40);
  const number = text === null ? Number.NaN : Number(text);
  return Number.isFinite(number) && number !== 0 && Math.abs(number) <= most ? number : null;
}
