import type { LedgerSubject } from '../listings/ledger.ts';

/** The property tax of a year as the sources stated it, USD. */
export interface TaxYear {
  year: number;
  taxAnnualAmount: number | null;
  taxAssessedValue: number | null;
  /** The county's roll, where the year is in an imported one. */
  roll: TaxRollYear | null;
}

/** A year of an assessor's roll, USD, with its source. */
export interface TaxRollYear {
  assessedTotal: number | null;
  assessedLand: number | null;
  assessedImprovements: number | null;
  taxBilled: number | null;
  source: string;
  /** YYYY-MM-DD. */
  asOf: string;
}

type TaxFields = Pick<LedgerSubject, 'taxYear' | 'taxAnnualAmount' | 'taxAssessedValue'>;

/**
 * Newest year first. `listings`: the preferred one first, each with its ledger rows of kind `facts`, newest first, which
 * lead back to what it stated before. Of one year the first statement counts. `rolls`: of the assessor, the preferred first;
 * they outweigh what a listing states.
 */
export function collectTaxYears(
  listings: readonly { record: TaxFields; before: readonly object[] }[],
  rolls: readonly (TaxRollYear & { year: number })[] = [],
): TaxYear[] {
  const years = new Map<number, TaxYear>();
  for (const { record, before } of listings) {
    let stated: TaxFields = record;
    for (const was of [{}, ...before]) {
      stated = { ...stated, ...was };
      const { taxYear: year, taxAnnualAmount, taxAssessedValue } = stated;
      if (year === null || (taxAnnualAmount === null && taxAssessedValue === null)) continue;
      const known = years.get(year);
      years.set(year, {
        year,
        taxAnnualAmount: known?.taxAnnualAmount ?? taxAnnualAmount,
        taxAssessedValue: known?.taxAssessedValue ?? taxAssessedValue,
        roll: null,
      });
    }
  }
  for (const { year, ...roll } of rolls) {
    const known = years.get(year);
    if (known?.roll != null) continue;
    years.set(year, {
      year,
      taxAnnualAmount: roll.taxBilled ?? known?.taxAnnualAmount ?? null,
      taxAssessedValue: roll.assessedTotal ?? known?.taxAssessedValue ?? null,
      roll,
    });
  }
  return [...years.values()].sort((a, b) => b.year - a.year);
}
