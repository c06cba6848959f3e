import {
  type HazardType,
  isInsideRings,
  type PlaceDataKind,
  type PlaceLayer,
  packRings,
  type Rings,
  ringBounds,
  type School,
  type SchoolFacts,
  simplifyRings,
  splitRings,
  stateOfFips,
  unpackRings,
} from '@maru/listing/places';
import type { Bounds } from '@maru/listing/search';
import type pg from 'pg';
import { withTransaction } from '../db/connection.ts';
import { type CopyValue, copyRows } from '../db/copy.ts';
import { lockByName } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { sql } from '../db/sql.ts';

export interface NewPlaceArea {
  areaId: string;
  name: string;
  /** Id in searches and URLs; null for a zone. */
  slug: string | null;
  facts: object;
  rings: Rings;
}

export type NewSchool = Omit<School, 'layer'> & { state: string | null };

/** What a parcel was assessed and billed for a year, whole USD; null: not in the file. */
export interface NewRollRow {
  /** Capital letters and digits of the parcel number. */
  parcel: string;
  taxYear: number;
  assessedTotal: number | null;
  assessedLand: number | null;
  assessedImprovements: number | null;
  taxBilled: number | null;
}

export interface CoveringArea {
  layer: string;
  areaId: string;
  kind: PlaceDataKind;
  name: string;
  slug: string | null;
  facts: Record<string, unknown>;
}

export interface KeptLayer extends PlaceLayer {
  rowsKept: number;
  rowsRefused: number;
  fileName: string;
  importedAt: Date;
  version: number;
}

/** A layer without its rows; name and states are known after the last row. */
export interface NewLayer extends Omit<PlaceLayer, 'states' | 'layer' | 'hazardType'> {
  fileName: string;
}

/** Rows that are read while they are stored; the outcome is known at the end. */
export interface LayerRows<Row> {
  rows: AsyncIterable<Row[]>;
  outcome: () => { layer: string; states: readonly string[]; refused: number };
}

/** A drawable part of a hazard zone: rings of [latitude, longitude] in degrees. */
export interface ZonePiece {
  id: string;
  zone: string;
  rings: [latitude: number, longitude: number][][];
}

export interface DrawnArea extends Pick<CoveringArea, 'layer' | 'areaId' | 'name' | 'facts'> {
  rings: [latitude: number, longitude: number][][];
}

/** Tolerance of stored boundaries in meters, far below surveying precision. */
const EXACT_METERS = 1;
const PIECE_CORNERS = 400;
/** Tolerance of outlines that are only drawn, in meters. */
const OUTLINE_METERS = 25;
/** Maximum number of zones examined per tile; a tile with more is too coarse, and too slow. */
const MAX_SCANNED = 20_000;
const MAX_DRAWN_BYTES = 2 * 2 ** 20;
const IMPORT_LOCK = 'maru:place-data';

export class PlaceData extends Repository {
  readonly #writers: pg.Pool;

  constructor(pool: pg.Pool, writers: pg.Pool) {
    super(pool);
    this.#writers = writers;
  }

  /** Replaces the layer's rows in one transaction; on an error nothing changes. */
  async replaceAreas(layer: NewLayer, { rows, outcome }: LayerRows<NewPlaceArea>): Promise<number> {
    return await this.#replace(layer, outcome, async (client) => {
      let count = 0;
      const numbered = new Map<string, number>();
      for await (const batch of rows) {
        const areas: Record<string, CopyValue>[] = [];
        const pieces: Record<string, CopyValue>[] = [];
        for (const area of batch) {
          // Duplicate ids: a district in two parts, two zones with one number.
          const times = (numbered.get(area.areaId) ?? 0) + 1;
          numbered.set(area.areaId, times);
          const areaId = times === 1 ? area.areaId : `${area.areaId}#${times}`;
          const outline =
            layer.kind === 'hazards' || layer.kind === 'levies'
              ? null
              : JSON.stringify(packRings(simplifyRings(area.rings, OUTLINE_METERS)));
          const { name, slug } = area;
          const facts = JSON.stringify(area.facts);
          areas.push({ layer: UNNAMED, areaId, kind: layer.kind, name, slug, facts, outline });
          const exact = splitRings(simplifyRings(area.rings, EXACT_METERS), PIECE_CORNERS);
          for (const [piece, rings] of exact.entries()) {
            const bounds = ringBounds(rings);
            if (bounds === undefined) continue;
            const [west, south, east, north] = bounds;
            const packed = JSON.stringify(packRings(rings));
            const row = { layer: UNNAMED, areaId, piece, kind: layer.kind, west, south, east, north };
            pieces.push({ ...row, rings: packed });
          }
          count += 1;
        }
        await copyRows(client, 'place_area', areas);
        await copyRows(client, 'place_piece', pieces);
      }
      return count;
    });
  }

  /** The same for schools; of two rows with one id the later wins. */
  async replaceSchools(layer: NewLayer, { rows, outcome }: LayerRows<NewSchool>): Promise<number> {
    return await this.#replace(layer, outcome, async (client) => {
      const known = new Set<string>();
      for await (const batch of rows) {
        const byId = new Map(batch.map((one) => [one.schoolId, one]));
        const again = [...byId.keys()].filter((id) => known.has(id));
        await client.query(
          sql`delete from school where layer = ${UNNAMED}::text and school_id = any(${again})`,
        );
        for (const id of byId.keys()) known.add(id);
        const schools = [...byId.values()].map(
          ({ schoolId, name, state, latitude, longitude, ...facts }) => ({
            ...{ layer: UNNAMED, schoolId, name, nameFolded: foldName(name), facts: JSON.stringify(facts) },
            ...{ state, latitude, longitude },
          }),
        );
        await copyRows(client, 'school', schools);
      }
      return known.size;
    });
  }

  /** The same for the roll of a county; of two rows of a parcel and year the later wins. */
  async replaceRolls(
    layer: NewLayer,
    county: string,
    { rows, outcome }: LayerRows<NewRollRow>,
  ): Promise<number> {
    return await this.#replace(layer, outcome, async (client) => {
      let count = 0;
      for await (const batch of rows) {
        const unique = [...new Map(batch.map((row) => [`${row.parcel} ${row.taxYear}`, row])).values()];
        const list = (name: keyof NewRollRow) => unique.map((row) => row[name]);
        const added = await client.query<{ isNew: boolean }>(sql`
          insert into tax_roll (layer, county, parcel, tax_year, assessed_total, assessed_land, assessed_improvements,
            tax_billed)
          select ${UNNAMED}::text, ${county}::text, * from unnest(${list('parcel')}::text[], ${list('taxYear')}::int[],
            ${list('assessedTotal')}::int[], ${list('assessedLand')}::int[], ${list('assessedImprovements')}::int[],
            ${list('taxBilled')}::int[])
          on conflict (layer, parcel, tax_year) do update set assessed_total = excluded.assessed_total,
            assessed_land = excluded.assessed_land, assessed_improvements = excluded.assessed_improvements,
            tax_billed = excluded.tax_billed
          returning xmax = 0 as "isNew"`);
        count += added.rows.filter(({ isNew }) => isNew).length;
      }
      return count;
    });
  }

  async #replace(
    layer: NewLayer,
    outcome: LayerRows<never>['outcome'],
    write: (client: pg.PoolClient) => Promise<number>,
  ): Promise<number> {
    return await withTransaction(this.#writers, '', async (client) => {
      await lockByName(client, IMPORT_LOCK);
      const count = await write(client);
      if (count === 0) throw new EmptyLayer(layer.fileName);
      const { layer: name, states, refused } = outcome();
      await deleteRows(client, name);
      for (const table of TABLES) {
        await client.query(`update ${table} set layer = $2 where layer = $1`, [UNNAMED, name]);
      }
      await client.query(
        `insert into place_layer (layer, kind, title, source, as_of, school_year, licence, link, is_sample, states, rows_kept,
           rows_refused, file_name, county, imported_at, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, now(), nextval('place_data_version'))
         on conflict (layer) do update set kind = excluded.kind, title = excluded.title, source = excluded.source,
           as_of = excluded.as_of, school_year = excluded.school_year, licence = excluded.licence, link = excluded.link,
           is_sample = excluded.is_sample, states = excluded.states, rows_kept = excluded.rows_kept,
           rows_refused = excluded.rows_refused, file_name = excluded.file_name, county = excluded.county, imported_at = excluded.imported_at,
           removed_at = null, version = excluded.version`,
        [
          ...[name, layer.kind, layer.title, layer.source, layer.asOf, layer.schoolYear, layer.licence],
          ...[layer.link, layer.isSample, [...states].sort(), count, refused, layer.fileName, layer.county],
        ],
      );
      return count;
    });
  }

  /** Deletes a layer; false when there is none of that name. */
  async removeLayer(layer: string): Promise<boolean> {
    return await withTransaction(this.#writers, '', async (client) => {
      await lockByName(client, IMPORT_LOCK);
      await deleteRows(client, layer);
      const { rowCount } = await client.query(sql`
        update place_layer set removed_at = now(), rows_kept = 0, version = nextval('place_data_version')
        where layer = ${layer} and removed_at is null`);
      return rowCount === 1;
    });
  }

  async listLayers(): Promise<KeptLayer[]> {
    return await this.query<KeptLayer>(sql`
      select ${LAYER}, rows_kept as "rowsKept", rows_refused as "rowsRefused", file_name as "fileName",
        imported_at as "importedAt", version
      from place_layer where removed_at is null order by kind, layer`);
  }

  /** Increased by every import and removal; 0 before the first. */
  async newestVersion(): Promise<number> {
    const [version] = await this.queryColumn<number>(
      'select coalesce(max(version), 0)::bigint from place_layer',
    );
    return version!;
  }

  /**
   * Undefined for a home that is not displayed. A withheld address gets only that flag: a district would narrow it
   * down.
   */
  async findAround(
    homeId: string,
    { meters, limit }: { meters: number; limit: number },
  ): Promise<HomeGround | undefined> {
    const rows = await this.query<GroundRow>(AROUND, [homeId, meters / METERS_PER_DEGREE, limit]);
    const { home, layers, areas, schools } = rows[0]!;
    if (home === null) return undefined;
    const { latitude, longitude, isWithheld, state } = home;
    const at = isWithheld || latitude === null || longitude === null ? null : { latitude, longitude };
    const covering =
      at === null
        ? []
        : areas.filter(({ rings }) => isInsideRings(unpackRings(rings), at.latitude, at.longitude));
    return {
      homeId: home.homeId,
      isWithheld,
      position: at,
      state: state?.toUpperCase() ?? null,
      layers: new Map(layers.map((layer) => [layer.layer, layer])),
      areas: covering.map(({ rings: _rings, ...area }) => area),
      schools: at === null ? [] : [...new Map(schools.map((row) => [row.schoolId, toSchool(row)])).values()],
    };
  }

  /** The newest layer that has all special tax districts of a county. */
  async findLevyLayer(county: string): Promise<Pick<PlaceLayer, 'source' | 'asOf'> | undefined> {
    const [layer] = await this.query<Pick<PlaceLayer, 'source' | 'asOf'>>(sql`
      select source, as_of as "asOf" from place_layer
      where kind = 'levies' and county = ${county} and removed_at is null
      order by is_sample, as_of desc, layer limit 1`);
    return layer;
  }

  async listNames(): Promise<PlaceName[]> {
    const names = await this.query<PlaceName & { leaId: string | null }>(sql`
      select * from (
        select distinct on (s.school_id) 'school' as kind, s.school_id as id, s.name, s.facts ->> 'city' as city,
          s.state, s.facts ->> 'level' as level, s.latitude, s.longitude, null as "leaId"
        from school s join place_layer l on l.layer = s.layer order by s.school_id, l.is_sample, l.as_of desc, l.layer
      ) s
      union all
      select distinct 'district', slug, name, null, l.states[1], facts ->> 'kind', null::double precision,
        null::double precision, coalesce(facts ->> 'leaId', area_id)
      from place_area a join place_layer l on l.layer = a.layer
      where a.kind = 'districts' and a.slug is not null`);
    // A file may hold the districts of all states: the state is the prefix of the NCES id.
    return names.map(({ leaId, ...name }) => ({
      ...name,
      state: stateOfFips(leaId?.slice(0, 2)) ?? name.state,
    }));
  }

  /** The outline of a place or district by slug, for drawing, from the newest file. */
  async findOutline(
    kind: 'outlines' | 'districts' | 'attendance',
    slug: string,
  ): Promise<(DrawnArea & { source: PlaceLayer }) | undefined> {
    const rows = await this.query<OutlineRow>(sql`
      select a.layer, a.area_id as "areaId", a.name, a.facts, a.outline, to_json(l) as source
      from place_area a join (select ${LAYER} from place_layer) l on l.layer = a.layer
      where a.kind = ${kind} and a.slug = ${slug} and a.outline is not null
      order by l."isSample", l."asOf" desc, a.layer, a.area_id`);
    const first = rows[0];
    if (first === undefined) return undefined;
    // Rows of one district in a file form one outline.
    const rings = rows.filter((row) => row.layer === first.layer).flatMap((row) => unpackRings(row.outline));
    const { outline: _outline, ...area } = first;
    return { ...area, rings: inDegrees(rings) };
  }

  /**
   * Simplified to `meters`: at most `limit` pieces with `mostBytes` of vertices, the largest of the first
   * `mostLookedAt`.
   */
  async findZones(
    [west, south, east, north]: Bounds,
    {
      type,
      meters,
      limit,
      mostBytes = MAX_DRAWN_BYTES,
      mostLookedAt = MAX_SCANNED,
    }: { type: HazardType; meters: number; limit: number; mostBytes?: number; mostLookedAt?: number },
  ): Promise<{ pieces: ZonePiece[]; isWhole: boolean }> {
    const rows = await this.query<{ id: string; zone: string; rings: number[][]; found: number }>(sql`
      select id, zone, rings, found from (
        select *, count(*) over () as found,
          sum(bytes) over (order by size desc, id rows unbounded preceding) - bytes as before
        from (
          select c.layer || '/' || c.area_id || '/' || c.piece as id, a.facts ->> 'zone' as zone, c.rings,
            (c.east - c.west) * (c.north - c.south) as size, pg_column_size(c.rings) as bytes
          from place_piece c join place_area a on a.layer = c.layer and a.area_id = c.area_id
          where c.kind = 'hazards' and a.facts ->> 'type' = ${type} and (a.facts ->> 'isSpecial')::boolean
            and box(point(c.west, c.south), point(c.east, c.north))
              && box(point(${west}, ${south}), point(${east}, ${north}))
          limit ${mostLookedAt}) c) c
      where before < ${mostBytes}
      order by size desc, id limit ${limit}`);
    const pieces = rows.flatMap(({ id, zone, rings }) => {
      const simple = simplifyRings(unpackRings(rings), meters);
      return simple.length === 0 ? [] : [{ id, zone, rings: inDegrees(simple) }];
    });
    const found = rows[0]?.found ?? 0;
    return { pieces, isWhole: rows.length === found && found < mostLookedAt };
  }
}

export interface PlaceName {
  kind: 'school' | 'district';
  /** Id as in `school` or `schoolDistrict` of a search. */
  id: string;
  name: string;
  city: string | null;
  /** Two letters. */
  state: string | null;
  level: string | null;
  /** Of a school; null for a district. */
  latitude: number | null;
  longitude: number | null;
}

export interface HomeGround {
  /** Differs from the requested id when the home was merged into an older one. */
  homeId: string;
  isWithheld: boolean;
  position: { latitude: number; longitude: number } | null;
  /** Two letters. */
  state: string | null;
  layers: ReadonlyMap<string, PlaceLayer>;
  /** Areas that cover it, newest file first. */
  areas: CoveringArea[];
  /** Nearest first, plus those whose attendance areas may cover it. */
  schools: School[];
}

interface GroundRow {
  home: {
    homeId: string;
    latitude: number | null;
    longitude: number | null;
    isWithheld: boolean;
    state: string | null;
  } | null;
  layers: PlaceLayer[];
  areas: (CoveringArea & { rings: number[][] })[];
  schools: SchoolRow[];
}

/** A file without a valid row; nothing was replaced. */
export class EmptyLayer extends Error {
  override readonly name = 'EmptyLayer';
}

/** Normalizes a name for lookup: letters and digits in lower case. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const METERS_PER_DEGREE = 111_319.49;
/** Layer name of rows until the file is complete; never committed. */
const UNNAMED = '';
const TABLES = ['place_piece', 'place_area', 'school', 'tax_roll'];
const LAYER = sql`layer, kind, title, source, as_of as "asOf", school_year as "schoolYear", licence, link,
  is_sample as "isSample", states, county, case when kind = 'hazards' then (
    select a.facts ->> 'type' from place_area a where a.layer = place_layer.layer limit 1) end as "hazardType"`;
const SCHOOL = `s.school_id as "schoolId", s.name, s.facts, s.latitude, s.longitude, s.layer`;

/** SQL: $1 home, $2 distance in degrees of latitude, $3 maximum number of schools. */
const AROUND = `
  with h as (
    select h.home_id, h.latitude, h.longitude, h.address_withheld, h.place_state
    from home h join dataset d on d.dataset = h.dataset and not d.is_hidden
    where h.home_id = coalesce((select merged_into from known_home where home_id = $1), $1)
    order by h.search_type limit 1
  ), ground as (
    select point(longitude, latitude) as at, latitude from h
    where not address_withheld and latitude is not null and longitude is not null
  ), covering as (
    select a.layer, a.area_id, a.kind, a.name, a.slug, a.facts, c.rings, l.is_sample, l.as_of
    from ground g
    join place_piece c on box(point(c.west, c.south), point(c.east, c.north)) && box(g.at, g.at)
    join place_area a on a.layer = c.layer and a.area_id = c.area_id
    join place_layer l on l.layer = c.layer
    where c.kind not in ('outlines', 'levies')
  ), near as (
    select distinct on (s.school_id) ${SCHOOL}, s.at <-> g.at as off
    from ground g
    join (select *, point(longitude, latitude) as at from school) s on s.at <@ box(
      point(g.at[0] - $2::float8 / greatest(0.1, cosd(g.latitude)), g.latitude - $2::float8),
      point(g.at[0] + $2::float8 / greatest(0.1, cosd(g.latitude)), g.latitude + $2::float8))
    join place_layer l on l.layer = s.layer
    order by s.school_id, l.is_sample, l.as_of desc, l.layer
  ), assigned as (
    select distinct on (s.school_id) ${SCHOOL}, 0::float8 as off
    from school s join place_layer l on l.layer = s.layer
    where s.school_id in (select slug from covering where kind = 'attendance')
    order by s.school_id, l.is_sample, l.as_of desc, l.layer
  )
  select
    (select json_build_object('homeId', home_id, 'latitude', latitude, 'longitude', longitude,
       'isWithheld', address_withheld, 'state', place_state) from h) as home,
    (select coalesce(json_agg(l), '[]') from (
       select ${LAYER} from place_layer where removed_at is null and kind <> 'levies' order by is_sample, as_of desc, layer) l) as layers,
    (select coalesce(json_agg(json_build_object('layer', layer, 'areaId', area_id, 'kind', kind, 'name', name,
       'slug', slug, 'facts', facts, 'rings', rings) order by is_sample, as_of desc, layer, area_id), '[]') from covering) as areas,
    (select coalesce(json_agg(s), '[]') from (
       select * from assigned union all (select * from near order by off limit $3)) s) as schools`;

type SchoolRow = Pick<School, 'schoolId' | 'name' | 'latitude' | 'longitude' | 'layer'> & {
  facts: SchoolFacts;
};

interface OutlineRow extends Omit<DrawnArea, 'rings'> {
  outline: number[][];
  source: PlaceLayer;
}

function toSchool({ facts, schoolId, name, latitude, longitude, layer }: SchoolRow): School {
  return { ...facts, schoolId, name, latitude, longitude, layer };
}

async function deleteRows(client: pg.PoolClient, layer: string): Promise<void> {
  for (const table of TABLES) {
    await client.query(`delete from ${table} where layer = $1`, [layer]);
  }
}

function inDegrees(rings: Rings): [number, number][][] {
  return rings.map((ring) => {
    const line: [number, number][] = [];
    for (let at = 0; at < ring.length; at += 2) {
      line.push([Math.round(ring[at + 1]! / 10) / 1e5, Math.round(ring[at]! / 10) / 1e5]);
    }
    return line;
  });
}
