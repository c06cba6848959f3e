import type { CalendarDay } from '../time/calendar-day.ts';

/** For other states only the state is displayed: license numbers are unique only within a state. */
const REGISTERS: Readonly<Record<string, string>> = {
  AZ: 'ADRE',
  CA: 'DRE',
  FL: 'DBPR',
  GA: 'GREC',
  IL: 'IDFPR',
  MD: 'MREC',
  NC: 'NCREC',
  NJ: 'NJREC',
  NV: 'NRED',
  NY: 'DOS',
  OR: 'OREA',
  TX: 'TREC',
  VA: 'DPOR',
  WA: 'DOL',
};

export function licenseRegister(state: string | null): string | undefined {
  const code = state?.toUpperCase() ?? '';
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const register = REGISTERS[code];
  return code === 'CA' ? register : [code, register].filter(Boolean).join(' ');
}

/** When the addresses were last confirmed. */
export const LICENSE_PAGES_AS_OF: CalendarDay = '2026-11-27';

/** Where the public looks a license up, by state. A state is left out when its page is not confirmed. */
export const LICENSE_PAGES: Readonly<Record<string, readonly [regulator: string, url: string]>> = {
  CA: ['California Department of Real Estate', 'https://www2.dre.ca.gov/PublicASP/pplinfo.asp'],
  CO: [
    'Colorado Division of Real Estate',
    'https://apps2.colorado.gov/dora/licensing/lookup/licenselookup.aspx',
  ],
  FL: [
    'Florida Department of Business and Professional Regulation',
    'https://www.myfloridalicense.com/wl11.asp',
  ],
  GA: ['Georgia Real Estate Commission', 'https://ata.grec.state.ga.us/Account/Search'],
  HI: [
    'Hawaii Professional and Vocational Licensing Division',
    'https://mypvl.dcca.hawaii.gov/public-license-search/',
  ],
  NJ: ['New Jersey Real Estate Commission', 'https://www-dobi.nj.gov/DOBI_LicSearch/recSearch.jsp'],
  NV: ['Nevada Real Estate Division', 'https://red.prod.secure.nv.gov/Lookup/LicenseLookup.aspx'],
  NY: ['New York Department of State', 'https://appext20.dos.ny.gov/nydos/selSearchType.do'],
  OR: ['Oregon Real Estate Agency', 'https://orea.elicense.micropact.com/Lookup/LicenseLookup.aspx'],
  PA: ['Pennsylvania Department of State', 'https://www.pals.pa.gov/#!/page/search'],
  TX: ['Texas Real Estate Commission', 'https://www.trec.texas.gov/apps/license-holder-search/'],
  VA: [
    'Virginia Department of Professional and Occupational Regulation',
    'https://dporweb.dpor.virginia.gov/LicenseLookup/',
  ],
  WA: ['Washington State Department of Licensing', 'https://professions.dol.wa.gov/s/license-lookup'],
};

/** The regulator's page for a license: of the very license where its address is known, else its search form. */
export function licensePage(state: string | null, number: string | null): string | null {
  const code = state?.toUpperCase() ?? '';
  const [, url = null] = LICENSE_PAGES[code] ?? [];
  if (url === null || number === null) return null;
  return code === 'CA' && /^\d{8}$/.test(number) ? `${url}?License_id=${number}` : url;
}
