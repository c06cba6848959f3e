import type { HomeCard } from '../listing/home.ts';
import type { Listing } from '../listing/listing.ts';

/** Lower-case ASCII words joined by hyphens: "Côte d'Or #4" → "cote-d-or-4". Empty text gives "". */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** "123 Oak St #4"; what is not stated is left out. */
export function formatStreet({
  streetLine,
  unitNumber,
}: Pick<HomeCard, 'streetLine' | 'unitNumber'>): string {
  return [streetLine, unitNumber === null ? null : `#${unitNumber}`].filter(Boolean).join(' ');
}

/** "123 Oak St #4, Irvine, CA 92620"; null without number or street. */
export function composeAddress({
  streetNumber,
  streetName,
  unitNumber,
  city,
  stateOrProvince,
  postalCode,
}: Pick<Listing, 'streetNumber' | 'streetName' | 'unitNumber' | 'city' | 'stateOrProvince' | 'postalCode'>):
  | string
  | null {
  if (streetNumber === null || streetName === null) return null;
  const street = `${streetNumber} ${streetName}${unitNumber === null ? '' : ` #${unitNumber}`}`;
  const region = [stateOrProvince, postalCode].filter((part) => part !== null).join(' ');
  return [street, city, region].filter((part) => part !== null && part !== '').join(', ');
}

/** What names a home and leads to its page. */
export type Addressed = Pick<
  HomeCard,
  'homeId' | 'streetLine' | 'unitNumber' | 'city' | 'stateOrProvince' | 'postalCode' | 'addressWithheld'
>;

/** `/ca/irvine/123-oak-st-92620/h7k2m9`, or `address-withheld-92620`. Only the homeId is significant. */
export function homePath(home: Addressed): string {
  const street =
    home.addressWithheld || home.streetLine === null
      ? 'address-withheld'
      : slugify([home.streetLine, home.unitNumber ?? ''].join(' '));
  const zip = home.postalCode ?? '';
  const streetZip = [street || 'home', zip].filter(Boolean).join('-');
  const state = (home.stateOrProvince ?? 'us').toLowerCase();
  return `/${slugify(state) || 'us'}/${slugify(home.city ?? '') || 'unknown'}/${streetZip}/${home.homeId}`;
}
