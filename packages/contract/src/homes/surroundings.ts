import { HAZARD_TYPES, PLACE_DATA_KINDS, SCHOOL_LEVELS } from '@maru/listing/places';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { flagOrNull, numberOrNull, orNull, textOrNull } from '../api/schemas.ts';

/** Whose data it is and of when: every line that is said from it says that too. */
export const PlaceLayerAnswer = Type.Object({
  layer: Type.String(),
  kind: Type.Enum(PLACE_DATA_KINDS),
  title: Type.String(),
  source: Type.String(),
  /** YYYY-MM-DD. */
  asOf: Type.String(),
  schoolYear: textOrNull,
  hazardType: orNull(Type.Enum(HAZARD_TYPES)),
  licence: Type.String(),
  link: textOrNull,
  isSample: Type.Boolean(),
});
export type PlaceLayerAnswer = Static<typeof PlaceLayerAnswer>;

/** Facts that the agency publishes; nothing that ranks (rule R28). */
export const SchoolAnswer = Type.Object({
  schoolId: Type.String(),
  name: Type.String(),
  level: Type.Enum(SCHOOL_LEVELS),
  lowestGrade: textOrNull,
  highestGrade: textOrNull,
  enrollment: numberOrNull,
  studentTeacherRatio: numberOrNull,
  isPublic: flagOrNull,
  isCharter: flagOrNull,
  isMagnet: flagOrNull,
  isMultilingual: flagOrNull,
  districtName: textOrNull,
  street: textOrNull,
  city: textOrNull,
  zip: textOrNull,
  link: textOrNull,
  website: textOrNull,
  /** In a straight line; null where its position is not known. */
  meters: numberOrNull,
  /** Which of `layers` says so. */
  layer: Type.String(),
});
export type SchoolAnswer = Static<typeof SchoolAnswer>;

export const HomeSurroundingsAnswer = Type.Object({
  homeId: Type.String(),
  /** `withheld`: the seller withholds the address, so nothing is said of where exactly it is. `unknown`: nobody knows. */
  position: Type.Enum(['exact', 'withheld', 'unknown']),
  /** Districts whose official boundaries cover the home: one of all grades, or one of the lower and one of the higher. */
  districts: Type.Array(
    Type.Object({
      /** As `schoolDistrict` of a search asks for it. */
      id: Type.String(),
      name: Type.String(),
      kind: Type.Enum(['unified', 'elementary', 'secondary', 'other']),
      lowestGrade: textOrNull,
      highestGrade: textOrNull,
      link: textOrNull,
      layer: Type.String(),
    }),
  ),
  /** Schools whose official attendance area of the layer's school year covers the home (rule R27). */
  assigned: Type.Array(
    Type.Object({
      level: Type.Enum(SCHOOL_LEVELS),
      lowestGrade: textOrNull,
      highestGrade: textOrNull,
      name: Type.String(),
      /** Which of `layers` says that it is assigned. */
      layer: Type.String(),
      /** Null where no directory of schools has it. */
      school: orNull(SchoolAnswer),
    }),
  ),
  /** The nearest schools, those of `assigned` left out. Being near says nothing of who may go there. */
  nearby: Type.Array(SchoolAnswer),
  hazards: Type.Array(
    Type.Object({
      type: Type.Enum(HAZARD_TYPES),
      /** The agency's own word: "AE", "Very High". */
      zone: Type.String(),
      detail: textOrNull,
      isSpecial: Type.Boolean(),
      effectiveOn: textOrNull,
      layer: Type.String(),
    }),
  ),
  /** What is imported for the state of the home: what is missing here nobody has imported. */
  layers: Type.Array(PlaceLayerAnswer),
});
export type HomeSurroundingsAnswer = Static<typeof HomeSurroundingsAnswer>;

export const surroundingsCalls = {
  findSurroundings: {
    ...get('/maru/v1/home/surroundings', EVERYBODY, 'home'),
    inFirstScript: true,
    summary:
      'School district, assigned and near schools, official hazard zones of a home, with their sources',
    errors: ['home_not_found', 'unavailable'],
    query: Type.Object({ homeId: Type.String({ maxLength: 40, pattern: '^[a-z0-9]+$' }) }),
    response: HomeSurroundingsAnswer,
  },
} as const satisfies Record<string, Route>;
