import type { Listing } from '../listing/listing.ts';
import { slugify } from './address.ts';

/** Stated in place of a name. */
const NO_NAME =
  /^(?:n\/?a|none|no|not? (?:applicable|available|in (?:a )?subdivision|listed|assigned)|other|others?(?: \(othr\))?|unknown|unincorporated|see remarks|metes (?:and|&) bounds|standard|custom|various|tbd|all)\b/i;
const LONGEST_NAME = 50;

/** Names of the subdivision and of the MLS area of a listing, without codes: "NW - Northwood" is "Northwood". */
export function feedAreaNames({
  subdivisionName,
  mlsAreaMajor,
  city,
}: Pick<Listing, 'subdivisionName' | 'mlsAreaMajor' | 'city'>): string[] {
  const names = [subdivisionName, mlsAreaMajor].flatMap((text) => {
    const name = (text ?? '')
      // "Woodbury (WDBY)", "Northwood (Irvine)".
      .replace(/\s*\([^)]*\)\s*$/, '')
      // "NW - Northwood", "699 - Not Defined", "C12: Downtown".
      .replace(/^[A-Z0-9]{1,5}\s*[-–:]\s+/, '')
      .trim();
    const isName =
      /\p{L}{3}/u.test(name) &&
      !/^[A-Z0-9]{1,4}$/.test(name) &&
      name.length <= LONGEST_NAME &&
      !NO_NAME.test(name);
    return isName && slugify(name) !== slugify(city ?? '') ? [name] : [];
  });
  return [...new Map(names.map((name) => [slugify(name), name])).values()];
}

/** "Laguna Altura" of irvine-ca → `laguna-altura-irvine-ca`, as the slugs of all parts of a city are made. */
export function feedAreaSlug(name: string, city: string): string {
  return `${slugify(name)}-${city}`;
}

/** The city and the name of an area by its slug, in capitals as names are written; undefined if it ends with no city. */
export function parseFeedAreaSlug(
  slug: string,
  isCity: (slug: string) => boolean,
): { name: string; city: string } | undefined {
  for (let at = slug.indexOf('-'); at >= 0; at = slug.indexOf('-', at + 1)) {
    const city = slug.slice(at + 1);
    if (!isCity(city)) continue;
    const words = slug.slice(0, at).split('-');
    return { name: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' '), city };
  }
  return undefined;
}
