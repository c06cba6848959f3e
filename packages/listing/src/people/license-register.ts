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
