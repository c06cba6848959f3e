import { PUBLIC_FEED_TYPE } from '@maru/listing/display';

/** SQL equivalent of `isBarredFromDisplay` of @maru/listing, never null; `record` is a json or jsonb expression. */
export function BARRED_RECORD(record: string): string {
  return `(coalesce(${record} ->> 'internetEntireListingDisplayYN' = 'false', false)
    or exists (select from jsonb_array_elements_text(${FEED_TYPES(record)}) as named having count(*) > 0
      and not bool_or(upper(btrim(named)) = '${PUBLIC_FEED_TYPE}')))`;
}

function FEED_TYPES(record: string): string {
  const stated = `(${record} -> 'feedTypes')::jsonb`;
  return `case when jsonb_typeof(${stated}) = 'array' then ${stated} else '[]'::jsonb end`;
}
