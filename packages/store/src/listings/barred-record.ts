import { PUBLIC_FEED_TYPE } from '@maru/listing';

/**
 * `isBarredFromDisplay` of @maru/listing as an SQL condition, never null. `record` is an expression of type json or jsonb that
 * holds a listing's record; one that an older version wrote may lack the members.
 */
export function BARRED_RECORD(record: string): string {
  return `(coalesce(${record} ->> 'internetEntireListingDisplayYN' = 'false', false)
    or exists (select from jsonb_array_elements_text(${FEED_TYPES(record)}) as named having count(*) > 0
      and not bool_or(upper(btrim(named)) = '${PUBLIC_FEED_TYPE}')))`;
}

/** Anything but an array names no licence. */
function FEED_TYPES(record: string): string {
  const stated = `(${record} -> 'feedTypes')::jsonb`;
  return `case when jsonb_typeof(${stated}) = 'array' then ${stated} else '[]'::jsonb end`;
}
