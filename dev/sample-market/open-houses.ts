import type { HomeFacts } from './home-facts.ts';
import { formatInstant } from './property-row.ts';
import type { ResoRow } from './reso-row.ts';

/** RESO OpenHouse: start and end in UTC, the date in local time. */
export function openHouseRow(home: HomeFacts, when: { start: number; end: number }): ResoRow {
  return {
    OpenHouseKey: `${home.key}-oh${Math.floor(when.start / 86_400_000)}`,
    OpenHouseId: `OH${home.listingId}-${Math.floor(when.start / 86_400_000) % 1000}`,
    ListingKey: home.key,
    ListingId: home.listingId,
    OpenHouseDate: new Date(when.start - 6 * 3_600_000).toISOString().slice(0, 10),
    OpenHouseStartTime: formatInstant(when.start, ''),
    OpenHouseEndTime: formatInstant(when.end, ''),
    OpenHouseType: home.salt % 29 === 0 ? 'Broker' : 'Public',
    OpenHouseStatus: home.salt % 31 === 0 ? 'Canceled' : 'Active',
    OpenHouseRemarks: home.salt % 3 === 0 ? 'Coffee and tea. Please leave shoes at the door.' : null,
    ModificationTimestamp: formatInstant(home.modifiedAt, ''),
  };
}
