import type { HomeListAnswer } from '@maru/contract';
import { type HomeCard, toStatusFilter } from '@maru/listing';
import { type LoanFactors, type LoanTerms, loanFactors, monthlyCost } from '@maru/listing/money';
import { buildCommuteBases, longestCommute } from '@maru/listing/places';
import {
  type Cluster,
  type FoundHome,
  mercatorX,
  mercatorY,
  PAGE_SIZE,
  type SearchAnswer,
  type SearchQuery,
} from '@maru/listing/search';
import { clustersJson } from './cluster-json.ts';

const CLUSTERS = Buffer.from('],"clusters":[');

/** Optional fields of each card. */
export interface CardExtras {
  loan?: LoanFactors;
  commute?: NonNullable<ReturnType<typeof buildCommuteBases>> | null;
}

/**
 * `monthlyCost` when requested, filtered or sorted by; `commuteMinutes` when there is a destination and the search
 * filters or sorts by it (by car at eight unless specified; the longer of both directions), null for transit.
 */
export function createExtras(query: SearchQuery, loan: LoanTerms, wantsCost = false): CardExtras | undefined {
  const extras: CardExtras = {};
  if (wantsCost || isCostAsked(query)) extras.loan = loanFactors(loan);
  if (query.to !== undefined && (query.commute !== undefined || query.sort === 'commute')) {
    extras.commute = buildCommuteBases(query) ?? null;
  }
  return extras.loan === undefined && extras.commute === undefined ? undefined : extras;
}

export function isCostAsked({ monthly, sort }: SearchQuery): boolean {
  return monthly !== undefined || sort === 'monthly';
}

/** The parts of the response that do not come from the search. */
export type AnswerFrame = Pick<HomeListAnswer, 'sources' | 'asOf' | 'loan' | 'choices' | 'names' | 'limited'>;

/**
 * The JSON of `GET /home/list` as bytes. Listings are preserialized pieces with a leading comma (see `listingJson`);
 * the rest is small.
 */
export function homeListJson(answer: SearchAnswer<Buffer>, query: SearchQuery, frame: AnswerFrame): Buffer {
  const { total, unknown, listings, clusters, ...rest } = answer;
  const start = JSON.stringify({ total, unknown, page: query.page ?? 1, pageSize: PAGE_SIZE });
  const pieces: Buffer[] = [Buffer.from(`${start.slice(0, -1)},"listings":[`), ...listings];
  if (pieces[1] !== undefined) pieces[1] = pieces[1].subarray(1);
  if (clusters !== undefined) pieces.push(CLUSTERS, clustersJson(clusters));
  pieces.push(Buffer.from(`],${JSON.stringify({ ...rest, ...frame }).slice(1)}`));
  return Buffer.concat(pieces);
}

/** The card's cached JSON (see CardJson) with the optional fields. */
export function listingJson(card: Buffer, home: FoundHome, extras: CardExtras | undefined): Buffer {
  if (extras === undefined) return card;
  return Buffer.concat([card.subarray(0, -1), Buffer.from(`${extrasJson(home.card(), extras)}}`)]);
}

function extrasJson(card: HomeCard, { loan, commute }: CardExtras): string {
  let text = '';
  if (loan !== undefined) text += `,"monthlyCost":${JSON.stringify(costAnswer(card, loan))}`;
  if (commute !== undefined) {
    const { latitude, longitude } = card;
    const isKnown = commute !== null && latitude !== null && longitude !== null;
    text += `,"commuteMinutes":${isKnown ? Math.round(longestCommute(commute, mercatorX(longitude), mercatorY(latitude))) : null}`;
  }
  return text;
}

/** Adds the monthly cost to single homes of a map that is colored by it. Only for requests without a list. */
export function withPinCosts(
  clusters: readonly Cluster[],
  cardOf: (homeId: string) => HomeCard | undefined,
  loan: LoanFactors,
): Cluster[] {
  return clusters.map((cluster) => {
    const card = cluster.home === undefined ? undefined : cardOf(cluster.home.homeId);
    if (card === undefined || cluster.home === undefined) return cluster;
    return { ...cluster, home: { ...cluster.home, monthlyCost: costAnswer(card, loan) } };
  });
}

/** The monthly cost as sent; null also for a sold home, which nobody can buy. */
export function costAnswer(card: HomeCard, loan: LoanFactors): { amount: number; isWhole: boolean } | null {
  if (toStatusFilter(card.standardStatus) === 'sold') return null;
  const cost = monthlyCost(pickCostFacts(card), loan);
  return cost === null ? null : { amount: Math.round(cost.least), isWhole: cost.isWhole };
}

function pickCostFacts(card: HomeCard) {
  return {
    searchType: card.searchType,
    homeType: card.homeType,
    listPrice: card.listPrice,
    livingArea: card.livingArea,
    associationFeeMonthly: card.associationFeeMonthly,
    taxOtherAnnualAssessmentAmount: card.taxOtherAnnualAssessmentAmount,
    requiredFeesMonthly: card.requiredFeesMonthly,
    state: card.placeIds.state,
  };
}
