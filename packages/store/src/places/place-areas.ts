import { isInsideRings, type PlaceAreas, unpackRings } from '@maru/listing/places';
import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';

export type KnownPosition = { latitude: number; longitude: number; county: string | null } | null;

/** Cache size: batches are ordered by key, so positions are scattered over a city. */
const MAX_KEPT = 20_000;

/** In the order of the positions; undefined for unknown ones. At most three statements per batch. */
export async function findPlaceAreas(
  client: PoolClient,
  positions: readonly KnownPosition[],
): Promise<(PlaceAreas | undefined)[]> {
  const known = positions.flatMap((at, index) => (at === null ? [] : [{ index, ...at }]));
  const found: (PlaceAreas | undefined)[] = positions.map(() => undefined);
  if (known.length === 0) return found;
  const { rows } = await client.query<Candidate>(sql`
    select p.n, l.version, c.layer, c.area_id as "areaId", c.piece, a.kind, a.slug
    from unnest(${known.map((one) => one.index)}::int[], ${known.map((one) => one.latitude)}::float8[],
      ${known.map((one) => one.longitude)}::float8[]) as p(n, latitude, longitude)
    join place_piece c on box(point(c.west, c.south), point(c.east, c.north))
      && box(point(p.longitude, p.latitude), point(p.longitude, p.latitude))
    join place_area a on a.layer = c.layer and a.area_id = c.area_id
    join place_layer l on l.layer = c.layer
    where (c.kind in ('districts', 'attendance') and a.slug is not null) or c.kind = 'levies'
    order by p.n, l.is_sample, (a.facts ->> 'kind' = 'elementary'), l.as_of desc, c.layer, c.area_id,
      c.piece`);
  const levied = await sql<{ county: string }>`
    select distinct county from place_layer where kind = 'levies' and removed_at is null`.column(client);
  for (const { index, county } of known) {
    if (county !== null && levied.includes(county)) found[index] = { ...NOWHERE, isUnlevied: true };
  }
  if (rows.length === 0) return found;
  const pieces = await loadPieces(client, rows);
  for (const row of rows) {
    const at = positions[row.n]!;
    const rings = pieces.get(pieceKey(row));
    if (rings === undefined || !isInsideRings(rings, at.latitude, at.longitude)) continue;
    const before = found[row.n] ?? NOWHERE;
    found[row.n] =
      row.slug === null
        ? { ...before, isUnlevied: false }
        : row.kind === 'districts'
          ? { ...before, district: before.district ?? row.slug }
          : { ...before, schools: [...new Set([...before.schools, row.slug])] };
  }
  return found;
}

const NOWHERE: PlaceAreas = { district: null, schools: [], isUnlevied: false };

interface Candidate {
  n: number;
  version: number;
  layer: string;
  areaId: string;
  piece: number;
  kind: string;
  /** Null for a special tax district. */
  slug: string | null;
}

type PieceKey = Pick<Candidate, 'version' | 'layer' | 'areaId' | 'piece'>;

const pieceKey = ({ version, layer, areaId, piece }: PieceKey) => `${version}/${layer}/${areaId}/${piece}`;

/** Process-wide: a piece of a version never changes. */
const kept = new Map<string, number[][]>();

async function loadPieces(client: PoolClient, wanted: readonly PieceKey[]): Promise<Map<string, number[][]>> {
  const pieces = new Map<string, number[][]>();
  const missing = new Map<string, PieceKey>();
  for (const one of wanted) {
    const key = pieceKey(one);
    const rings = kept.get(key);
    if (rings === undefined) missing.set(key, one);
    else pieces.set(key, rings);
  }
  if (missing.size === 0) return pieces;
  const asked = [...missing.values()];
  const { rows } = await client.query<PieceKey & { rings: number[][] }>(sql`
    select l.version, c.layer, c.area_id as "areaId", c.piece, c.rings
    from unnest(${asked.map((one) => one.layer)}::text[], ${asked.map((one) => one.areaId)}::text[],
      ${asked.map((one) => one.piece)}::int[]) as u(layer, area_id, piece)
    join place_piece c on c.layer = u.layer and c.area_id = u.area_id and c.piece = u.piece
    join place_layer l on l.layer = c.layer`);
  if (kept.size + rows.length > MAX_KEPT) kept.clear();
  for (const row of rows) {
    const rings = unpackRings(row.rings);
    kept.set(pieceKey(row), rings);
    pieces.set(pieceKey(row), rings);
  }
  return pieces;
}
