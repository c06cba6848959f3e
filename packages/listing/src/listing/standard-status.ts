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
  return GROUPS[status];
}

const GROUPS: Partial<Record<StandardStatus, StatusFilter>> = {
  Active: 'active',
  'Active Under Contract': 'active',
  Pending: 'pending',
  'Coming Soon': 'coming',
  Closed: 'sold',
};
