export {
  COMPILED_VERSION,
  type CityRow,
  type CompiledGazetteer,
  type CountyRow,
  GAZETTEER_FILE,
  type NeighborhoodRow,
  type StateRow,
} from './compiled.ts';
export { degreesOf, distanceKm } from './distance.ts';
export { foldName } from './fold.ts';
export { NEIGHBORHOODS, type NeighborhoodName } from './names/neighborhoods.ts';
export { STATE_NAMES, type StateName } from './names/states.ts';
