export {
  checkLease,
  LEASE_LAWS,
  type LeaseFlag,
  type LeaseRule,
  MAX_LEASE_TEXT,
} from './lease-check.ts';
export {
  type KitGroup,
  type KitItem,
  type RenterFacts,
  renterKit,
  STAYS,
  type Stay,
} from './renter-kit.ts';
