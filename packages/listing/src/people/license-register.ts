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

interface LicensePage {
  regulator: string;
  url: string;
  /** When the address was last confirmed. */
  checked: CalendarDay;
}

/** Where the public looks a license up, by state. A state is left out when its page is not confirmed. */
export const LICENSE_PAGES: Readonly<Record<string, LicensePage>> = {
  CA: {
    regulator: 'California Department of Real Estate',
    url: 'https://www2.dre.ca.gov/PublicASP/pplinfo.asp',
    checked: '2026-11-27',
  },
  CO: {
    regulator: 'Colorado Division of Real Estate',
    url: 'https://apps2.colorado.gov/dora/licensing/lookup/licenselookup.aspx',
    checked: '2026-11-27',
  },
  FL: {
    regulator: 'Florida Department of Business and Professional Regulation',
    url: 'https://www.myfloridalicense.com/wl11.asp',
    checked: '2026-11-27',
  },
  GA: {
    regulator: 'Georgia Real Estate Commission',
    url: 'https://ata.grec.state.ga.us/Account/Search',
    checked: '2026-11-27',
  },
  HI: {
    regulator: 'Hawaii Professional and Vocational Licensing Division',
    url: 'https://mypvl.dcca.hawaii.gov/public-license-search/',
    checked: '2026-11-27',
  },
  NJ: {
    regulator: 'New Jersey Real Estate Commission',
    url: 'https://www-dobi.nj.gov/DOBI_LicSearch/recSearch.jsp',
    checked: '2026-11-27',
  },
  NV: {
    regulator: 'Nevada Real Estate Division',
    url: 'https://red.prod.secure.nv.gov/Lookup/LicenseLookup.aspx',
    checked: '2026-11-27',
  },
  NY: {
    regulator: 'New York Department of State',
    url: 'https://appext20.dos.ny.gov/nydos/selSearchType.do',
    checked: '2026-11-27',
  },
  OR: {
    regulator: 'Oregon Real Estate Agency',
    url: 'https://orea.elicense.micropact.com/Lookup/LicenseLookup.aspx',
    checked: '2026-11-27',
  },
  PA: {
    regulator: 'Pennsylvania Department of State',
    url: 'https://www.pals.pa.gov/#!/page/search',
    checked: '2026-11-27',
  },
  TX: {
    regulator: 'Texas Real Estate Commission',
    url: 'https://www.trec.texas.gov/apps/license-holder-search/',
    checked: '2026-11-27',
  },
  VA: {
    regulator: 'Virginia Department of Professional and Occupational Regulation',
    url: 'https://dporweb.dpor.virginia.gov/LicenseLookup/',
    checked: '2026-11-27',
  },
  WA: {
    regulator: 'Washington State Department of Licensing',
    url: 'https://professions.dol.wa.gov/s/license-lookup',
    checked: '2026-11-27',
  },
};

/** The regulator's page for a license: of the very license where its address is known, else its search form. */
export function licensePage(state: string | null, number: string | null): string | null {
  const code = state?.toUpperCase() ?? '';
  const page = LICENSE_PAGES[code];
  if (page === undefined || number === null) return null;
  return code === 'CA' && /^\d{8}$/.test(number) ? `${page.url}?License_id=${number}` : page.url;
}
