import { addressesWhere } from './addresses.ts';

/** Addresses of all other calls: replaced by its value as `first-addresses.ts` is. */
export const OTHER_ADDRESSES = addressesWhere((route) => route.inFirstScript !== true);
