export {
  type CityRow,
  COMPILED_VERSION,
  type CompiledGazetteer,
  type CountyRow,
  GAZETTEER_FILE,
  type NeighborhoodRow,
  type StateRow,
} from './compiled.ts';
export { distanceKm, toDegrees } from './distance.ts';
export { foldName } from './fold.ts';
export { Gazetteer } from './gazetteer.ts';
export { otherKeyboard } from './keyboard-layout.ts';
export type { AreaSource } from './listed-areas.ts';
export type { Located, Whereabouts } from './locate.ts';
export type { Matched } from './name-lookup.ts';
export { findLandmarks, type Landmark } from './names/landmarks.ts';
export { NEIGHBORHOODS, type NeighborhoodName } from './names/neighborhoods.ts';
export { STATE_NAMES, type StateName } from './names/states.ts';
export type { Named, PlaceSuggestion, Resolved, SuggestOptions } from './suggest.ts';
