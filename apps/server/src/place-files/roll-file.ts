import type { NewRollRow } from '@maru/store';
import { CommandError } from '../commands/command-error.ts';
import { type Columns, columnName, numberIn, textIn } from './columns.ts';
import type { ImportReport, ReadRow } from './import-report.ts';
import type { FileFormat } from './layer-settings.ts';
import { inBatches } from './rows.ts';
import { readTableRows } from './table-rows.ts';

const ROWS_A_BATCH = 1_000;
/** Higher amounts exceed the column and are typing errors. */
const MAX_DOLLARS = 2_000_000_000;

/** Column names, in lower case without spaces and punctuation; documented in docs/imports.md. */
const COLUMNS = {
  parcel: ['parcelnumber', 'apn', 'ain', 'parcelid', 'assessorparcelnumber'],
  year: ['taxyear', 'rollyear', 'year'],
  total: ['assessedtotal', 'totalassessedvalue', 'assessedvalue', 'assessedvaluetotal'],
  land: ['assessedland', 'landvalue', 'assessedvalueland'],
  improvements: ['assessedimprovements', 'improvementvalue', 'assessedvalueimprovements'],
  tax: ['taxbilled', 'taxamount', 'totaltax'],
};

const FORMAT: FileFormat = {
  id: 'roll',
  title: 'Assessment roll',
  source: '',
  licence: 'Public record of the county',
  link: '',
};

/**
 * Opens a county's assessment roll: one row per parcel and year.
 * @throws CommandError when the file is empty or has no columns of parcel, year and an amount
 */
export async function openRollFile(
  path: string,
  report: ImportReport,
): Promise<{ format: FileFormat; rows: AsyncGenerator<NewRollRow[]> }> {
  const rows = readTableRows(path);
  const head = await rows.next();
  if (head.done === true) throw new CommandError(`${path} is empty.`);
  const names = head.value.map(columnName);
  const has = (part: keyof typeof COLUMNS) => COLUMNS[part].some((name) => names.includes(name));
  if (!has('parcel') || !has('year') || !(has('total') || has('land') || has('tax'))) {
    throw new CommandError(
      `${path} is no assessment roll: it needs parcel_number, tax_year, and assessed_total or tax_billed. Its columns: ${head.value.slice(0, 12).join(', ')}`,
    );
  }
  return { format: FORMAT, rows: inBatches(readRolls(names, rows, report), ROWS_A_BATCH) };
}

async function* readRolls(
  names: string[],
  rows: AsyncGenerator<string[]>,
  report: ImportReport,
): AsyncGenerator<NewRollRow> {
  let number = 1;
  for await (const values of rows) {
    number += 1;
    const read =
      values.length === names.length
        ? readRoll(new Map(names.map((name, at) => [name, values[at]!.trim()])))
        : { reason: `${values.length < names.length ? 'fewer' : 'more'} columns than the first row` };
    const row = report.accept(`row ${number}`, read);
    if (row !== undefined) yield row;
  }
}

function readRoll(columns: Columns): ReadRow<NewRollRow> {
  const parcel = toParcelKey(textIn(columns, ...COLUMNS.parcel) ?? '');
  if (parcel.length < 4) return { reason: 'no parcel number' };
  const taxYear = numberIn(columns, ...COLUMNS.year);
  if (taxYear === null || !Number.isInteger(taxYear) || taxYear < 1900 || taxYear > 2100)
    return { reason: 'no tax year' };
  const [land, improvements, told, tax] = (['land', 'improvements', 'total', 'tax'] as const).map((part) =>
    numberIn(columns, ...COLUMNS[part].map((name) => name)),
  );
  const sum = land === null || improvements === null ? null : land! + improvements!;
  const amounts = [told ?? sum, land, improvements, tax].map((one) => (one == null ? null : Math.round(one)));
  if (amounts.some((one) => one !== null && one > MAX_DOLLARS)) return { reason: 'an amount is too large' };
  const [assessedTotal = null, assessedLand = null, assessedImprovements = null, taxBilled = null] = amounts;
  if ((assessedTotal ?? 0) === 0 && (taxBilled ?? 0) === 0) return { reason: 'no assessed value and no tax' };
  return { parcel, taxYear, assessedTotal, assessedLand, assessedImprovements, taxBilled };
}

/** Capital letters and digits; the store compares the parcel numbers of listings the same way. */
const toParcelKey = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 50);
