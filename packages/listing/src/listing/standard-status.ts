export const STANDARD_STATUSES = [
  'Active',
  'Active Under Contract',
  'Coming Soon',
  'Pending',
  'Closed',
  'Hold',
  'Withdrawn',
  'Canceled',
  'Expired',
  'Delete',
  'Incomplete',
] as const;
export type StandardStatus = (typeof STANDARD_STATUSES)[number];

/** Groups of statuses; `sold` requires the dataset's `allowSold`. */
export const STATUS_FILTERS = ['active', 'pending', 'coming', 'sold'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The group of a status; `undefined` for one that is never searchable (Hold, Withdrawn, …). */
export function toStatusFilter(status: StandardStatus): StatusFilter | undefined {
  switch (status) {
    case 'Active':
    case 'Active Under Contract':
      return 'active';
    case 'Pending':
      return 'pending';
    case 'Coming Soon':
      return 'coming';
    case 'Closed':
      return 'sold';
    default:
      return undefined;
  }
}

/** Statuses distinguished for visitors (rule F92). */
export type StatusBucket =
  | 'active'
  | 'active_under_contract'
  | 'coming_soon'
  | 'pending'
  | 'closed'
  | 'off_market';

export function toStatusBucket(status: StandardStatus): StatusBucket {
  switch (status) {
    case 'Active':
      return 'active';
    case 'Active Under Contract':
      return 'active_under_contract';
    case 'Coming Soon':
      return 'coming_soon';
    case 'Pending':
      return 'pending';
    case 'Closed':
      return 'closed';
    default:
      return 'off_market';
  }
}
