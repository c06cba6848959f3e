import { addressesWhere } from './addresses.ts';

/**
 * Addresses of the calls that every visitor's pages make. The build of the pages replaces this module with its value
 * (`apps/web/vite.config.ts`), so that no schema is part of a browser's scripts.
 */
export const FIRST_ADDRESSES = addressesWhere((route) => route.inFirstScript === true);
