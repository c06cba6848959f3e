import { BY_AREA, HOME_COUNTRY, OTHER_SUB_TYPES, OTHER_TYPES, TIMESHARE } from '@maru/listing';
import { PUBLIC_FEED_TYPE } from '@maru/listing/display';

/** SQL equivalent of `isBarredFromDisplay` of @maru/listing, never null; `record` is a json or jsonb expression. */
export function BARRED_RECORD(record: string): string {
  return `(coalesce(${record} ->> 'internetEntireListingDisplayYN' = 'false', false)
    or exists (select from jsonb_array_elements_text(${FEED_TYPES(record)}) as named having count(*) > 0
      and not bool_or(upper(btrim(named)) = '${PUBLIC_FEED_TYPE}'))
    or ${NO_HOME(record)})`;
}

function NO_HOME(record: string): string {
  const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
  return `coalesce(${record} ->> 'propertyType' in (${list(OTHER_TYPES)}), false)
    or coalesce(${record} ->> 'propertySubType' in (${list(OTHER_SUB_TYPES)}), false)
    or coalesce(${record} ->> 'commonInterest' = '${TIMESHARE}', false)
    or coalesce(${record} ->> 'leaseAmountFrequency' ~* '${BY_AREA}', false)
    or coalesce(${record} ->> 'country' <> '${HOME_COUNTRY}', false)`;
}

function FEED_TYPES(record: string): string {
  const stated = `(${record} -> 'feedTypes')::jsonb`;
  return `case when jsonb_typeof(${stated}) = 'array' then ${stated} else '[]'::jsonb end`;
}
