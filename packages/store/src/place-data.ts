import {
  type Bounds,
  boundsOfRings,
  isInsideRings,
  type PlaceDataKind,
  type PlaceLayer,
  packRings,
  type Rings,
  type School,
  type SchoolFacts,
  simplifyRings,
  splitRings,
  unpackRings,
} from '@maru/listing';
import type pg from 'pg';
import { query, withTransaction } from './connection.ts';
import { type CopyValue, copyInto } from './copy.ts';

/** An area of a file, ready to be kept. */
export interface NewPlaceArea {
  areaId: string;
  name: string;
  /** What a search or an address knows it by; null for a zone. */
  slug: string | null;
  facts: object;
  rings: Rings;
}

export type NewSchool = Omit<School, 'layer'> & { state: string | null };

/** An area of a layer that covers a position. */
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

/** What an import brings beside its rows. */
export interface NewLayer extends Omit<PlaceLayer, 'states'> {
  fileName: string;
}

/** What is read of a file while it is read; the counts and the states are known at its end. */
export interface LayerRows<Row> {
  rows: AsyncIterable<Row[]>;
  /** After the last row. */
  outcome: () => { states: readonly string[]; refused: number };
}

/** A shape for drawing: rings of [latitude, longitude] in degrees. */
export interface DrawnArea {
  layer: string;
  areaId: string;
  name: string;
  facts: Record<string, unknown>;
  rings: [latitude: number, longitude: number][][];
}

/** The edge of what is kept may lie so far from the published line, in metres: far less than a surveyor's peg. */
const EXACT_METERS = 1;
/** Corners of a piece at most, about. */
const PIECE_CORNERS = 400;
/** Of an outline that is only drawn. */
const OUTLINE_METERS = 25;
/** Another import waits. */
const IMPORT_LOCK = `select pg_advisory_xact_lock(hashtextextended('maru:place-data', 0))`;

/** Public data about places that the owner has imported. */
export class PlaceData {
  readonly #pool: pg.Pool;
  readonly #writers: pg.Pool;

  constructor(pool: pg.Pool, writers: pg.Pool) {
    this.#pool = pool;
    this.#writers = writers;
  }

  /** Takes the place of the layer's rows, all in one transaction: what throws on the way leaves everything as it was. */
  async replaceAreas(layer: NewLayer, { rows, outcome }: LayerRows<NewPlaceArea>): Promise<number> {
    return await this.#replace(layer, outcome, async (client) => {
      let count = 0;
      const numbered = new Map<string, number>();
      for await (const batch of rows) {
        const areas: CopyValue[][] = [];
        const pieces: CopyValue[][] = [];
        for (const area of batch) {
          // The same id twice: a district in two parts, two zones of one number.
          const times = (numbered.get(area.areaId) ?? 0) + 1;
          numbered.set(area.areaId, times);
          const areaId = times === 1 ? area.areaId : `${area.areaId}#${times}`;
          const outline =
            layer.kind === 'hazards'
              ? null
              : JSON.stringify(packRings(simplifyRings(area.rings, OUTLINE_METERS)));
          const { name, slug } = area;
          areas.push([layer.layer, areaId, layer.kind, name, slug, JSON.stringify(area.facts), outline]);
          const exact = splitRings(simplifyRings(area.rings, EXACT_METERS), PIECE_CORNERS);
          for (const [piece, rings] of exact.entries()) {
            const bounds = boundsOfRings(rings);
            if (bounds === undefined) continue;
            pieces.push([
              layer.layer,
              areaId,
              piece,
              layer.kind,
              ...bounds,
              JSON.stringify(packRings(rings)),
            ]);
          }
          count += 1;
        }
        await copyInto(client, 'place_area', AREA_COLUMNS, areas);
        await copyInto(client, 'place_piece', PIECE_COLUMNS, pieces);
      }
      return count;
    });
  }

  /** The same for schools; of two rows with one id the later counts. */
  async replaceSchools(layer: NewLayer, { rows, outcome }: LayerRows<NewSchool>): Promise<number> {
    return await this.#replace(layer, outcome, async (client) => {
      const known = new Set<string>();
      for await (const batch of rows) {
        const byId = new Map(batch.map((one) => [one.schoolId, one]));
        const again = [...byId.keys()].filter((id) => known.has(id));
        await client.query('delete from school where layer = $1 and school_id = any($2)', [
          layer.layer,
          again,
        ]);
        for (const id of byId.keys()) known.add(id);
        await copyInto(
          client,
          'school',
          SCHOOL_COLUMNS,
          [...byId.values()].map(({ schoolId, name, state, latitude, longitude, ...facts }) => [
            ...[
              layer.layer,
              schoolId,
              name,
              foldName(name),
              JSON.stringify(facts),
              state,
              latitude,
              longitude,
            ],
          ]),
        );
      }
      return known.size;
    });
  }

  async #replace(
    layer: NewLayer,
    outcome: LayerRows<never>['outcome'],
    write: (client: pg.PoolClient) => Promise<number>,
  ): Promise<number> {
    return await withTransaction(this.#writers, '', async (client) => {
      await client.query(IMPORT_LOCK);
      await deleteRows(client, layer.layer);
      const count = await write(client);
      if (count === 0) throw new EmptyLayer(layer.layer);
      const { states, refused } = outcome();
      await client.query(
        `insert into place_layer (layer, kind, title, source, as_of, school_year, licence, link, is_sample, states, rows_kept,
           rows_refused, file_name, imported_at, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now(), nextval('place_data_version'))
         on conflict (layer) do update set kind = excluded.kind, title = excluded.title, source = excluded.source,
           as_of = excluded.as_of, school_year = excluded.school_year, licence = excluded.licence, link = excluded.link,
           is_sample = excluded.is_sample, states = excluded.states, rows_kept = excluded.rows_kept,
           rows_refused = excluded.rows_refused, file_name = excluded.file_name, imported_at = excluded.imported_at,
           removed_at = null, version = excluded.version`,
        [
          ...[
            layer.layer,
            layer.kind,
            layer.title,
            layer.source,
            layer.asOf,
            layer.schoolYear,
            layer.licence,
          ],
          ...[layer.link, layer.isSample, [...states].sort(), count, refused, layer.fileName],
        ],
      );
      return count;
    });
  }

  /** Forgets a layer; false when there is none of that name. */
  async removeLayer(layer: string): Promise<boolean> {
    return await withTransaction(this.#writers, '', async (client) => {
      await client.query(IMPORT_LOCK);
      await deleteRows(client, layer);
      const { rowCount } = await client.query(
        `update place_layer set removed_at = now(), rows_kept = 0, version = nextval('place_data_version')
         where layer = $1 and removed_at is null`,
        [layer],
      );
      return rowCount === 1;
    });
  }

  /** What is imported, by kind and name. */
  async listLayers(): Promise<KeptLayer[]> {
    return await query<KeptLayer>(
      this.#pool,
      `select ${LAYER}, rows_kept as "rowsKept", rows_refused as "rowsRefused", file_name as "fileName",
         imported_at as "importedAt", version
       from place_layer where removed_at is null order by kind, layer`,
    );
  }

  /** Raised by every import and removal; 0 before the first. */
  async newestVersion(): Promise<number> {
    const rows = await query<{ version: number }>(
      this.#pool,
      'select coalesce(max(version), 0)::bigint as version from place_layer',
    );
    return rows[0]!.version;
  }

  /** The areas of these kinds that cover a position, by their exact edges. One statement. */
  async findCovering(
    { latitude, longitude }: { latitude: number; longitude: number },
    kinds: readonly PlaceDataKind[],
  ): Promise<CoveringArea[]> {
    const rows = await query<CoveringArea & { rings: number[][] }>(
      this.#pool,
      `select a.layer, a.area_id as "areaId", a.kind, a.name, a.slug, a.facts, c.rings
       from place_piece c
       join place_area a on a.layer = c.layer and a.area_id = c.area_id
       join place_layer l on l.layer = c.layer
       where c.kind = any($3)
         and box(point(c.west, c.south), point(c.east, c.north)) && box(point($2, $1), point($2, $1))
       order by l.as_of desc, a.layer, a.area_id`,
      [latitude, longitude, kinds],
    );
    return rows.flatMap(({ rings, ...area }) =>
      isInsideRings(unpackRings(rings), latitude, longitude) ? [area] : [],
    );
  }

  /** Schools with these ids (NCES), and those nearest to a position within `meters`; of one school in several files the newest. */
  async findSchools(
    { latitude, longitude }: { latitude: number; longitude: number },
    { meters, limit }: { meters: number; limit: number },
  ): Promise<School[]> {
    const tall = meters / METERS_PER_DEGREE;
    const wide = tall / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
    const rows = await query<SchoolRow>(
      this.#pool,
      `select distinct on (s.school_id) ${SCHOOL} from school s join place_layer l on l.layer = s.layer
       where point(s.longitude, s.latitude) <@ box(point($2, $1), point($4, $3))
       order by s.school_id, l.as_of desc, l.layer limit $5`,
      [latitude - tall, longitude - wide, latitude + tall, longitude + wide, limit],
    );
    return rows.map(schoolOf);
  }

  async findSchoolsById(ids: readonly string[]): Promise<School[]> {
    if (ids.length === 0) return [];
    const rows = await query<SchoolRow>(
      this.#pool,
      `select distinct on (s.school_id) ${SCHOOL} from school s join place_layer l on l.layer = s.layer
       where s.school_id = any($1) order by s.school_id, l.as_of desc, l.layer`,
      [ids],
    );
    return rows.map(schoolOf);
  }

  /** Schools whose name begins with what is typed, or has a word that does; by name. `state` narrows. */
  async suggestSchools(text: string, { limit, state }: { limit: number; state?: string }): Promise<School[]> {
    const folded = foldName(text);
    if (folded === '') return [];
    const like = folded.replace(/[\\%_]/g, '\\$&');
    const rows = await query<SchoolRow>(
      this.#pool,
      `select * from (
         select distinct on (s.school_id) ${SCHOOL}, s.name_folded from school s join place_layer l on l.layer = s.layer
         where (s.name_folded like $1 || '%' or s.name_folded like '% ' || $1 || '%')
           and ($2::text is null or s.state = $2)
         order by s.school_id, l.as_of desc, l.layer
       ) s order by s.name_folded not like $1 || '%', s.name_folded, s."schoolId" limit $3`,
      [like, state ?? null, limit],
    );
    return rows.map(schoolOf);
  }

  /** Districts whose name begins with what is typed; `slug` is what `schoolDistrict` of a search asks for. */
  async suggestDistricts(
    text: string,
    limit: number,
  ): Promise<{ slug: string; name: string; layer: string }[]> {
    const like = text.trim().replace(/[\\%_]/g, '\\$&');
    if (like === '') return [];
    return await query(
      this.#pool,
      `select distinct on (slug) slug, name, layer from place_area
       where kind = 'districts' and slug is not null and name ilike $1 || '%' order by slug, name limit $2`,
      [like, limit],
    );
  }

  /** The outline of a place or a district by its slug, for drawing; the newest file that has it. */
  async findOutline(
    kind: 'outlines' | 'districts' | 'attendance',
    slug: string,
  ): Promise<(DrawnArea & { source: PlaceLayer }) | undefined> {
    const rows = await query<OutlineRow>(
      this.#pool,
      `select a.layer, a.area_id as "areaId", a.name, a.facts, a.outline, to_json(l) as source
       from place_area a join (select ${LAYER} from place_layer) l on l.layer = a.layer
       where a.kind = $1 and a.slug = $2 and a.outline is not null order by l."asOf" desc, a.layer, a.area_id`,
      [kind, slug],
    );
    const first = rows[0];
    if (first === undefined) return undefined;
    // A district in several rows of one file is one outline.
    const rings = rows.filter((row) => row.layer === first.layer).flatMap((row) => unpackRings(row.outline));
    const { outline: _outline, ...area } = first;
    return { ...area, rings: inDegrees(rings) };
  }

  /**
   * Hazard zones within a box, simplified to `meters`, for drawing; special zones alone. At most `limit` pieces: a map that
   * shows more is too far away to read them.
   */
  async findZones(
    [west, south, east, north]: Bounds,
    { layer, meters, limit }: { layer: string; meters: number; limit: number },
  ): Promise<{ areas: DrawnArea[]; isWhole: boolean }> {
    const rows = await query<Omit<OutlineRow, 'source'>>(
      this.#pool,
      `select a.layer, a.area_id as "areaId", a.name, a.facts, c.rings as outline
       from place_piece c join place_area a on a.layer = c.layer and a.area_id = c.area_id
       where c.kind = 'hazards' and c.layer = $5 and (a.facts ->> 'isSpecial')::boolean
         and box(point(c.west, c.south), point(c.east, c.north)) && box(point($1, $2), point($3, $4))
       order by (c.east - c.west) * (c.north - c.south) desc, a.area_id, c.piece limit $6`,
      [west, south, east, north, layer, limit + 1],
    );
    const areas = rows.slice(0, limit).flatMap(({ outline, ...area }) => {
      const rings = simplifyRings(unpackRings(outline), meters);
      return rings.length === 0 ? [] : [{ ...area, rings: inDegrees(rings) }];
    });
    return { areas, isWhole: rows.length <= limit };
  }
}

/** A file without one good row: nothing is replaced by it. */
export class EmptyLayer extends Error {
  override readonly name = 'EmptyLayer';
}

/** Letters and digits of a name in lower case, for looking it up. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const METERS_PER_DEGREE = 111_319.49;
const AREA_COLUMNS = ['layer', 'area_id', 'kind', 'name', 'slug', 'facts', 'outline'];
const PIECE_COLUMNS = ['layer', 'area_id', 'piece', 'kind', 'west', 'south', 'east', 'north', 'rings'];
const SCHOOL_COLUMNS = [
  'layer',
  'school_id',
  'name',
  'name_folded',
  'facts',
  'state',
  'latitude',
  'longitude',
];
const LAYER = `layer, kind, title, source, as_of as "asOf", school_year as "schoolYear", licence, link,
  is_sample as "isSample", states`;
const SCHOOL = `s.school_id as "schoolId", s.name, s.facts, s.latitude, s.longitude, s.layer`;

interface SchoolRow {
  schoolId: string;
  name: string;
  facts: SchoolFacts;
  latitude: number;
  longitude: number;
  layer: string;
}

interface OutlineRow {
  layer: string;
  areaId: string;
  name: string;
  facts: Record<string, unknown>;
  outline: number[][];
  source: PlaceLayer;
}

function schoolOf({ facts, schoolId, name, latitude, longitude, layer }: SchoolRow): School {
  return { ...facts, schoolId, name, latitude, longitude, layer };
}

async function deleteRows(client: pg.PoolClient, layer: string): Promise<void> {
  for (const table of ['place_piece', 'place_area', 'school']) {
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
