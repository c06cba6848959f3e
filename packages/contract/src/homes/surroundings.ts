import { HAZARD_TYPES, PLACE_DATA_KINDS, SCHOOL_LEVELS } from '@maru/listing/places';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { fields, flagOrNull, numberOrNull, orNull, textOrNull } from '../api/schemas.ts';

/** Source and date of imported data, to be displayed with it. */
export const PlaceLayerAnswer = Type.Object({
  layer: Type.String(),
  kind: Type.Enum(PLACE_DATA_KINDS),
  ...fields(Type.String(), 'title', 'source', 'asOf'),
  schoolYear: textOrNull,
  hazardType: orNull(Type.Enum(HAZARD_TYPES)),
  licence: Type.String(),
  link: textOrNull,
  isSample: Type.Boolean(),
});
export type PlaceLayerAnswer = Static<typeof PlaceLayerAnswer>;

/** Facts published by the agency; no rankings (rule R28). */
export const SchoolAnswer = Type.Object({
  schoolId: Type.String(),
  name: Type.String(),
  level: Type.Enum(SCHOOL_LEVELS),
  lowestGrade: textOrNull,
  highestGrade: textOrNull,
  enrollment: numberOrNull,
  studentTeacherRatio: numberOrNull,
  ...fields(flagOrNull, 'isPublic', 'isCharter', 'isMagnet', 'isMultilingual'),
  ...fields(textOrNull, 'districtName', 'street', 'city', 'zip', 'link', 'website'),
  /** Straight line; null without a position. */
  meters: numberOrNull,
  layer: Type.String(),
});
export type SchoolAnswer = Static<typeof SchoolAnswer>;

export const HomeSurroundingsAnswer = Type.Object({
  homeId: Type.String(),
  /** `withheld`: the seller withholds the address, so the exact position is not used. */
  position: Type.Enum(['exact', 'withheld', 'unknown']),
  /** Districts by official boundaries: one for all grades, or one for the lower and one for the higher. */
  districts: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      kind: Type.Enum(['unified', 'elementary', 'secondary', 'other']),
      ...fields(textOrNull, 'lowestGrade', 'highestGrade', 'link'),
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
      layer: Type.String(),
      school: orNull(SchoolAnswer),
    }),
  ),
  /** The nearest schools other than `assigned`; proximity does not imply eligibility. */
  nearby: Type.Array(SchoolAnswer),
  hazards: Type.Array(
    Type.Object({
      type: Type.Enum(HAZARD_TYPES),
      /** The agency's value: "AE", "Very High". */
      zone: Type.String(),
      detail: textOrNull,
      isSpecial: Type.Boolean(),
      effectiveOn: textOrNull,
      layer: Type.String(),
    }),
  ),
  layers: Type.Array(PlaceLayerAnswer),
});
export type HomeSurroundingsAnswer = Static<typeof HomeSurroundingsAnswer>;

export const surroundingsCalls = {
  findSurroundings: {
    ...get('/maru/v1/home/surroundings', EVERYBODY, 'home'),
    inFirstScript: true,
    summary:
      'School districts, assigned and nearby schools and official hazard zones of a home, with sources',
    errors: ['home_not_found', 'unavailable'],
    query: Type.Object({ homeId: Type.String({ maxLength: 40, pattern: '^[a-z0-9]+$' }) }),
    response: HomeSurroundingsAnswer,
  },
} as const satisfies Record<string, Route>;
