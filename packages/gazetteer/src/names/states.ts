import { STATES } from '@maru/listing/places';
import written from './states.json' with { type: 'json' };

/** With Korean names, which CLDR lacks for US subdivisions. The form with 주 ("뉴욕주") is accepted for every row. */
export interface StateName {
  code: string;
  /** Two digits of the Census Bureau. */
  fips: string;
  name: string;
  nameKo: string;
  spellings: readonly string[];
}

/** `states.json` has the display name, then alternative spellings. */
export const STATE_NAMES: readonly StateName[] = Object.entries(written).map(([code, names]) => {
  const [nameKo = '', ...spellings] = names.split(', ');
  const { fips, name } = STATES.find((one) => one.code === code)!;
  return { code, fips, name, nameKo, spellings };
});
