import { type AreaFields, buildAreaFacts } from '@maru/listing/search';
import type pg from 'pg';
import { withTransaction } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
import { sql } from '../db/sql.ts';
import { recordChanges } from '../feeds/dataset-visibility.ts';
import { findPlaceAreas } from './place-areas.ts';

/** Listings per transaction; a feed writer may have to wait this long. */
const LISTINGS_A_BATCH = 2_000;

/**
 * Assigns homes their districts, attendance areas and the absence of special taxes after an import, in batches; writes and records only homes that
 * change. Resumes after interruption. Returns the number of changed homes; immediate when nothing was imported.
 */
export async function refreshPlaceAreas(pool: pg.Pool, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  const stale = await sql`
    select dataset from dataset where place_data_version < ${NEWEST}
    order by dataset collate "C"`.column(pool);
  for (const dataset of stale) {
    for (;;) {
      signal?.throwIfAborted();
      const step = await withTransaction(pool, '', (client) => refreshBatch(client, dataset));
      if (step === undefined) break;
      changed += step;
    }
  }
  return changed;
}

const NEWEST = sql`(select coalesce(max(version), 0) from place_layer where kind in ('districts', 'attendance', 'levies'))`;

interface StoredHome extends AreaFields {
  key: string;
  homeId: string;
  displayable: boolean;
  latitude: number | null;
  longitude: number | null;
  isWithheld: boolean;
  county: string | null;
  district: string | null;
  schools: string[];
  levies: number | null;
}

async function refreshBatch(client: pg.PoolClient, dataset: string): Promise<number | undefined> {
  await lockDataset(client, dataset);
  // The target version is fixed when the pass starts; a later import causes another pass.
  const { rows: state } = await client.query<{ after: string; target: number }>(sql`
    select coalesce(place_data_after, '0/') as after, ${NEWEST}::bigint as target from dataset
    where dataset = ${dataset} and place_data_version < ${NEWEST}`);
  if (state[0] === undefined) return undefined;
  const [, begun = '', after = ''] = /^(\d+)\/(.*)$/s.exec(state[0].after) ?? [];
  const target = after === '' ? state[0].target : Number(begun);
  const { rows } = await client.query<StoredHome>(sql`
    select listing_key as key, home_id as "homeId", displayable, (card ->> 'latitude')::float8 as latitude,
      (card ->> 'longitude')::float8 as longitude,
        coalesce((card ->> 'address_withheld')::boolean, true) as "isWithheld",
      card ->> 'place_county' as county, card ->> 'school_district' as district,
      (card ->> 'tax_other_annual_assessment_amount')::float8 as levies,
      (record ->> 'taxOtherAnnualAssessmentAmount')::float8 as "taxOtherAnnualAssessmentAmount",
      array(select jsonb_array_elements_text(coalesce(card -> 'schools', '[]'::jsonb))) as schools,
      record ->> 'elementarySchool' as "elementarySchool",
        record ->> 'middleOrJuniorSchool' as "middleOrJuniorSchool",
      record ->> 'highSchool' as "highSchool", record ->> 'elementarySchoolDistrict' as "elementarySchoolDistrict",
      record ->> 'highSchoolDistrict' as "highSchoolDistrict"
    from listing where dataset = ${dataset} and listing_key > ${after} and retired_at is null order by listing_key
    limit ${LISTINGS_A_BATCH}`);
  const areas = await findPlaceAreas(
    client,
    rows.map(({ latitude, longitude, county, isWithheld }) =>
      isWithheld || latitude === null || longitude === null ? null : { latitude, longitude, county },
    ),
  );
  const others = rows.flatMap((row, index) => {
    const {
      schoolDistrict,
      schools,
      taxOtherAnnualAssessmentAmount: levies,
    } = buildAreaFacts(row, areas[index]);
    const isSame =
      schoolDistrict === row.district && schools.join() === row.schools.join() && levies === row.levies;
    const facts = { school_district: schoolDistrict, schools, tax_other_annual_assessment_amount: levies };
    return isSame ? [] : [{ row, facts }];
  });
  await client.query(sql`
    update listing l set card = l.card || u.facts::jsonb
    from unnest(${others.map(({ row }) => row.key)}::text[],
      ${others.map(({ facts }) => JSON.stringify(facts))}::text[]) as u(key, facts)
    where l.dataset = ${dataset} and l.listing_key = u.key`);
  await recordChanges(
    client,
    dataset,
    others
      .filter(({ row }) => row.displayable)
      .map(({ row }) => ({ listingKey: row.key, homeIds: [row.homeId], entries: [] })),
  );
  const isDone = rows.length < LISTINGS_A_BATCH;
  await client.query(sql`
    update dataset
    set place_data_after = ${isDone ? null : `${target}/${rows.at(-1)!.key}`},
      place_data_version = case when ${isDone} then ${target}::bigint else place_data_version end
    where dataset = ${dataset}`);
  return others.length;
}
