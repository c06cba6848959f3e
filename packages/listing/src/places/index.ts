export { homePath, slugOf } from './address.ts';
export {
  COMMUTE_FACTORS,
  type CommuteBasis,
  commuteBasesOf,
  commuteBasis,
  commuteMinutes,
  commuteRange,
  longestCommute,
  metersPerUnitAt,
  TRANSPORTATIONS,
  type Transportation,
} from './commute.ts';
export type { Place, PlaceKind } from './place.ts';
export {
  boundsOfRings,
  isInsideRings,
  metersBetween,
  packRings,
  RING_UNITS,
  type Rings,
  simplifyRings,
  splitRings,
  unpackRings,
} from './rings.ts';
export {
  type AttendanceFacts,
  type DistrictFacts,
  HAZARD_TYPES,
  type HazardFacts,
  type HazardType,
  PLACE_DATA_KINDS,
  type PlaceDataKind,
  type PlaceLayer,
  parseGrade,
  SCHOOL_LEVELS,
  type School,
  type SchoolAreas,
  type SchoolFacts,
  type SchoolLevel,
  schoolLevelOf,
} from './surroundings.ts';
