/**
 * Who keeps the register of real estate licences, as it calls itself, by state. Of other states the state alone is said:
 * a number means nothing without it, and two states may give the same one.
 */
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

/**
 * What a licence number is of: `DRE` in California, whose law names the number so (B&P 10140.6); `WA DOL`, `HI` elsewhere.
 * Undefined where the state is not known.
 */
export function licenseRegister(state: string | null): string | undefined {
  const code = state?.toUpperCase() ?? '';
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const register = REGISTERS[code];
  return code === 'CA' ? register : [code, register].filter(Boolean).join(' ');
}
