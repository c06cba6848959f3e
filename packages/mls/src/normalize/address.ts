import { STATES } from '@maru/listing/places';
import type { RowReader } from './row-reader.ts';

const CODE_BY_NAME = new Map(STATES.map(({ code, name }) => [name.toLowerCase().replaceAll(' ', ''), code]));

/** Code or English name → two letters; other text stays unchanged. */
export function normalizeState(text: string | null): string | null {
  if (text === null) return null;
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase();
  return CODE_BY_NAME.get(text.toLowerCase().replaceAll(' ', '')) ?? text;
}

/** Names and ISO codes of the country and of its territories. */
const HOME_COUNTRIES =
  'us|usa|unitedstates|unitedstatesofamerica|america|pr|puertorico|vi|usvirginislands|gu|guam|as|' +
  'americansamoa|mp|northernmarianaislands|um';
const HOME_COUNTRY_NAMES = new Set(HOME_COUNTRIES.split('|'));

export function isHomeCountry(text: string): boolean {
  return HOME_COUNTRY_NAMES.has(signature(text));
}

const PROVINCES: Record<string, string> = Object.fromEntries(
  Object.entries({
    CA:
      'ab|bc|mb|nb|nl|ns|nt|nu|on|pe|qc|sk|yt|alberta|britishcolumbia|manitoba|newbrunswick|' +
      'newfoundlandandlabrador|novascotia|northwestterritories|nunavut|ontario|princeedwardisland|quebec|' +
      'saskatchewan|yukon',
    MX:
      'bajacalifornia|bajacalifornianorte|bajacaliforniasur|chihuahua|coahuila|jalisco|nayarit|nuevoleon|' +
      'quintanaroo|sinaloa|sonora|tamaulipas|yucatan|mexico',
  }).flatMap(([country, names]) => names.split('|').map((name) => [name, country])),
);

/** The country of a Canadian province or a Mexican state that US feeds carry; null for every other text. */
export function foreignCountry(state: string): string | null {
  return PROVINCES[signature(state)] ?? null;
}

const signature = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** 2139 → "02139", "92620-1234" → "92620"; else null. */
export function normalizePostalCode(text: string | null): string | null {
  if (text === null) return null;
  const match = /^(\d{5})(?:[- ]?\d{4})?$|^(\d{3,4})$/.exec(text);
  return match === null ? null : (match[1] ?? match[2] ?? '').padStart(5, '0');
}

/** "N Culver Dr"; does not repeat a suffix that the name already ends with. */
export function normalizeStreetName(row: RowReader): string | null {
  const name = row.text('StreetName', 100);
  if (name === null) return null;
  const parts = [row.text('StreetDirPrefix', 20), name];
  for (const part of [row.text('StreetSuffix', 30), row.text('StreetDirSuffix', 20)]) {
    if (part !== null && !name.toLowerCase().endsWith(` ${part.toLowerCase()}`)) parts.push(part);
  }
  return parts.filter((part) => part !== null).join(' ');
}

/** By the first three digits of the ZIP; each range starts where the previous one ends. */
const STATE_OF_ZIP =
  '005NY 006PR 008VI 009PR 010MA 028RI 030NH 039ME 050VT 060CT 070NJ 100NY 150PA 197DE 200DC 201VA 202DC 206MD 220VA ' +
  '247WV 270NC 290SC 300GA 320FL 350AL 370TN 386MS 398GA 400KY 430OH 460IN 480MI 500IA 530WI 550MN 569DC 570SD 580ND ' +
  '590MT 600IL 630MO 660KS 680NE 700LA 716AR 730OK 733TX 734OK 750TX 800CO 820WY 832ID 840UT 850AZ 870NM 885TX 889NV ' +
  '900CA 967HI 969GU 970OR 980WA 995AK';
const ZIP_RANGES = STATE_OF_ZIP.split(' ').map((one) => [one.slice(0, 3), one.slice(3)] as const);

export function stateOfPostalCode(postalCode: string | null): string | null {
  if (postalCode === null) return null;
  return ZIP_RANGES.findLast(([from]) => postalCode >= from)?.[1] ?? null;
}
