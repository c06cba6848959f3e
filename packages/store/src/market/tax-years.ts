import type { LedgerSubject } from '../listings/ledger.ts';

/** The property tax of a year as the sources stated it, USD. */
export interface TaxYear {
  year: number;
  taxAnnualAmount: number | null;
  taxAssessedValue: number | null;
}

type TaxFields = Pick<LedgerSubject, 'taxYear' | 'taxAnnualAmount' | 'taxAssessedValue'>;

/**
 * Newest year first. `listings`: the preferred one first, each with its ledger rows of kind `facts`, newest first, which
 * lead back to what it stated before. Of one year the first statement counts.
 */
export function collectTaxYears(
  listings: readonly { record: TaxFields; before: readonly object[] }[],
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
      });
    }
  }
  return [...years.values()].sort((a, b) => b.year - a.year);
}
