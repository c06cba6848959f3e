import type { HomeSurroundingsAnswer, SchoolAnswer } from '@maru/contract';
import {
  type AttendanceFacts,
  type DistrictFacts,
  type HazardFacts,
  metersBetween,
  type PlaceLayer,
  type School,
} from '@maru/listing/places';
import type { CoveringArea, HomeGround } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { orNotFound } from '../http/api-error.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';

/** Radius (m) and number of the schools that are listed as nearby. */
const NEARBY_METERS = 5_000;
const MAX_NEARBY = 6;
/** Schools read from the store: some are without grades or already listed as assigned. */
const MAX_ASKED = 24;

/** GET /home/surroundings: one statement. */
export function registerSurroundingsRoute(app: FastifyInstance, { store }: Pick<Parts, 'store'>): void {
  serve(app, 'findSurroundings', async (request): Promise<HomeSurroundingsAnswer> => {
    const { homeId } = request.query;
    const ground = await store.placeData.findAround(homeId, { meters: NEARBY_METERS, limit: MAX_ASKED });
    return surroundingsAnswer(orNotFound(ground, 'home_not_found', { homeId }));
  });
}

function surroundingsAnswer(ground: HomeGround): HomeSurroundingsAnswer {
  const { position, areas, state } = ground;
  const layers = [...ground.layers.values()].filter(
    ({ states }) => states.length === 0 || (state !== null && states.includes(state)),
  );
  const schools = new Map(ground.schools.map((one) => [one.schoolId, one]));
  const attendance = selectNewest(
    areas.filter(({ kind }) => kind === 'attendance'),
    ({ slug, facts }) => [slug, (facts as unknown as AttendanceFacts).level].join(),
  );
  const assigned = attendance
    .map(({ name, slug, facts, layer }) => {
      const { level, lowestGrade, highestGrade } = facts as unknown as AttendanceFacts;
      const school = schools.get(slug ?? '');
      return {
        ...{ level, lowestGrade, highestGrade, name: school?.name ?? name, layer },
        school: school === undefined ? null : schoolAnswer(school, position),
      };
    })
    .sort((a, b) => gradeRank(a.lowestGrade) - gradeRank(b.lowestGrade) || (a.name < b.name ? -1 : 1));
  const known = new Set(attendance.map(({ slug }) => slug));
  return {
    homeId: ground.homeId,
    position: ground.isWithheld ? 'withheld' : position === null ? 'unknown' : 'exact',
    districts: selectNewest(
      areas.filter(({ kind }) => kind === 'districts'),
      ({ slug }) => slug ?? '',
    ).map(({ name, slug, facts, layer }) => {
      const { kind, lowestGrade, highestGrade, link } = facts as unknown as DistrictFacts;
      return { id: slug ?? '', name, kind, lowestGrade, highestGrade, link, layer };
    }),
    assigned,
    nearby: [...schools.values()]
      .filter((one) => !known.has(one.schoolId))
      .map((one) => schoolAnswer(one, position))
      .sort((a, b) => (a.meters ?? 0) - (b.meters ?? 0))
      .slice(0, MAX_NEARBY),
    hazards: selectNewest(
      areas.filter(({ kind }) => kind === 'hazards'),
      ({ facts }) => {
        const { type, zone, detail } = facts as unknown as HazardFacts;
        return [type, zone, detail].join();
      },
    ).map(({ facts, layer }) => ({ ...(facts as unknown as HazardFacts), layer })),
    layers: layers.map(layerAnswer),
  };
}

/** Removes duplicates. Areas of newer files come first and stay. */
function selectNewest(
  areas: readonly CoveringArea[],
  sameOf: (area: CoveringArea) => string,
): CoveringArea[] {
  const seen = new Map<string, CoveringArea>();
  for (const area of areas) {
    const key = sameOf(area);
    if (!seen.has(key)) seen.set(key, area);
  }
  return [...seen.values()];
}

function schoolAnswer(school: School, from: HomeGround['position']): SchoolAnswer {
  const { latitude: _latitude, longitude: _longitude, ...facts } = school;
  return { ...facts, meters: from === null ? null : Math.round(metersBetween(from, school)) };
}

function layerAnswer({
  states: _states,
  county: _county,
  ...layer
}: PlaceLayer): HomeSurroundingsAnswer['layers'][number] {
  return layer;
}

function gradeRank(grade: string | null): number {
  if (grade === null) return 99;
  return grade === 'PK' || grade === 'TK' ? -1 : grade === 'KG' ? 0 : Number(grade);
}
