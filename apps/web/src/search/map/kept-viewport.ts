import { keptByEntry } from '../kept-by-entry.ts';
import type { Viewport } from './map-view.ts';

/** Where the map looked while the address did not say. */
export const keptViewport = keptByEntry<Viewport>('maru/viewports');
