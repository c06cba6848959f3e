export { type Addressed, composeAddress, formatStreet, homePath, slugify } from './address.ts';
export {
  addressWords,
  findCompletions,
  isOnStreet,
  splitStreetLine,
  streetSlug,
  type TypedWord,
  typedWords,
  WORD_RULES,
} from './address-words.ts';
export {
  buildCommuteBases,
  COMMUTE_FACTORS,
  type CommuteBasis,
  commuteBasis,
  commuteMinutes,
  commuteRange,
  longestCommute,
  metersPerUnitAt,
  TRANSPORTATIONS,
  type Transportation,
} from './commute.ts';
export { feedAreaNames, feedAreaSlug, parseFeedAreaSlug } from './feed-areas.ts';
export type { Place, PlaceKind } from './place.ts';
export {
  isInsideRings,
  metersBetween,
  packRings,
  RING_UNITS,
  type Rings,
  ringBounds,
  simplifyRings,
  splitRings,
  unpackRings,
} from './rings.ts';
export { STATES, stateOfFips } from './states.ts';
export { isStreetSuffix } from './street.ts';
export {
  type AttendanceFacts,
  classifySchoolLevel,
  type DistrictFacts,
  HAZARD_TYPES,
  type HazardFacts,
  type HazardType,
  PLACE_DATA_KINDS,
  type PlaceAreas,
  type PlaceDataKind,
  type PlaceLayer,
  parseGrade,
  SCHOOL_LEVELS,
  type School,
  type SchoolFacts,
  type SchoolLevel,
} from './surroundings.ts';
