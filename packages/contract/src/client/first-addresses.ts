import { addressesWhere } from './addresses.ts';

/** Of the calls of every page. The build replaces this module by its value (`apps/web/vite.config.ts`). */
export const FIRST_ADDRESSES = addressesWhere((route) => route.inFirstScript === true);
