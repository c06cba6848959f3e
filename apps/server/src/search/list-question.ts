import { isHomeId } from '@maru/listing';
import { DEFAULT_LOAN, type LoanTerms } from '@maru/listing/money';
import {
  type Bounds,
  finestZoom,
  formatApiQuery,
  formatBounds,
  MAX_LEFT_OUT,
  type Problem,
  parseBounds,
  parseSearchQuery,
  type SearchQuery,
  type SearchRequest,
  WANTS,
  type Want,
} from '@maru/listing/search';
import type { Settings } from '../env.ts';
import { invalidRequest } from '../http/api-error.ts';

/** The parsed query of `GET /home/list`; the loan is `createLoan`, and keywords are searched by the store. */
export type ListQuestion = Pick<SearchRequest, 'query' | 'want' | 'zoom' | 'clip' | 'without'>;

/** @throws ApiError 400 naming every invalid field */
export function parseListQuestion(raw: Record<string, unknown>): ListQuestion {
  const { query, problems } = parseSearchQuery(raw as Record<string, string | string[]>);
  const faults: Problem[] = [...problems];
  const readValues = (key: string) =>
    (raw[key] === undefined ? [] : Array.isArray(raw[key]) ? raw[key] : [raw[key]]).flatMap((value) =>
      String(value).split(','),
    );
  const wants = readValues('want')
    .map((value) => value.trim())
    .filter(Boolean);
  if (wants.some((want) => !WANTS.includes(want as Want)))
    faults.push({ field: 'want', reason: 'unknown_value' });
  const want = new Set<Want>(wants.length > 0 ? (wants as Want[]) : ['total', 'listings']);

  const zoomText = readValues('zoom')[0];
  const zoom = zoomText === undefined || zoomText === '' ? undefined : Number(zoomText);
  if (zoom !== undefined && !(zoom >= 0 && zoom <= 24))
    faults.push({ field: 'zoom', reason: 'out_of_range' });
  const clipText = Array.isArray(raw.clip) ? raw.clip[0] : raw.clip;
  const clip = typeof clipText === 'string' && clipText !== '' ? parseBounds(clipText) : undefined;
  if (typeof clipText === 'string' && clipText !== '' && clip === undefined) {
    faults.push({ field: 'clip', reason: 'malformed' });
  }
  if (want.has('clusters') && !faults.some((fault) => fault.field === 'bbox' || fault.field === 'clip')) {
    if (query.bbox === undefined && clip === undefined) faults.push({ field: 'bbox', reason: 'missing' });
    if (zoom === undefined) faults.push({ field: 'zoom', reason: 'missing' });
  }
  const without = new Set(readValues('without').filter(Boolean));
  if (without.size > MAX_LEFT_OUT) faults.push({ field: 'without', reason: 'too_long' });
  if (![...without].every(isHomeId)) faults.push({ field: 'without', reason: 'malformed' });
  if (faults.length > 0) throw invalidRequest(faults);
  if (!want.has('clusters')) return { query, want };
  return {
    query,
    want,
    zoom: boundedZoom(zoom, clip, query.bbox),
    clip,
    ...(without.size === 0 ? {} : { without }),
  };
}

/** The requested zoom, limited to the precision of the bounds. */
function boundedZoom(zoom: number | undefined, ...areas: (Bounds | undefined)[]): number | undefined {
  if (zoom === undefined) return undefined;
  return Math.min(zoom, Math.max(...areas.map((area) => (area === undefined ? 0 : finestZoom(area)))));
}

/** Cache key: the same for all spellings of a request. */
export function listKey({ query, want, zoom, clip, without }: ListQuestion): string {
  const wants = WANTS.filter((one) => want.has(one)).join(',');
  const map =
    zoom === undefined ? '' : `&zoom=${zoom}${clip === undefined ? '' : `&clip=${formatBounds(clip)}`}`;
  const leftOut = without === undefined ? '' : `&without=${[...without].sort().join(',')}`;
  return `${formatApiQuery(query)}&want=${wants}${map}${leftOut}`;
}

/** Loan terms from the URL, then the owner's settings, then the defaults. */
export function createLoan(query: SearchQuery, { mortgageRate }: Pick<Settings, 'mortgageRate'>): LoanTerms {
  return {
    down: query.down ?? DEFAULT_LOAN.down,
    rate: query.rate ?? mortgageRate?.percent ?? DEFAULT_LOAN.rate,
    years: query.term ?? DEFAULT_LOAN.years,
  };
}

/** The loan as sent; our own rate has a date. */
export function loanAnswer(
  { down, rate, years }: LoanTerms,
  isOurRate: boolean,
  { mortgageRate }: Pick<Settings, 'mortgageRate'>,
) {
  return {
    downPercent: 'percent' in down ? down.percent : null,
    downAmount: 'amount' in down ? down.amount : null,
    rate,
    years,
    rateAsOf: isOurRate ? (mortgageRate?.asOf ?? null) : null,
  };
}
