import { findTimeZone } from '@maru/listing/time';
import { AREA_UNITS, type AreaUnit, saveUnit, useAreaUnit } from '../../i18n/area-unit.ts';
import { useWords } from '../../i18n/words.tsx';
import { formatInstant } from '../card/card-words.ts';
import { factGroupsOf } from '../facts/fact-groups.ts';
import { FactList } from '../facts/fact-list.tsx';
import type { HomePageData } from './home-page-data.ts';

/** All that the record says of the home, grouped, sizes in the person's own unit. */
export function Facts({ home, now }: HomePageData) {
  const words = useWords();
  const { t } = words;
  const [unit] = useAreaUnit();
  const { listing, source } = home;
  const changed = formatInstant(Date.parse(listing.modificationTimestamp), findTimeZone(listing), words);
  return (
    <>
      <div className="mb-4 gap-x-8 md:flex md:items-start md:justify-between">
        <p className="max-w-[60ch] text-quiet text-sm">
          {t('listing.facts_source', { source: source.source, date: changed })}
        </p>
        <UnitChoice unit={unit} />
      </div>
      {unit === 'pyeong' ? (
        <p className="mb-4 max-w-[72ch] text-quiet text-sm">{t('listing.pyeong_note')}</p>
      ) : null}
      <FactList groups={factGroupsOf(home, words, unit)} now={now} />
    </>
  );
}

const UNIT_NAMES = {
  sqft: 'unit.square_feet',
  m2: 'unit.square_meters',
  pyeong: 'unit.pyeong_name',
} as const satisfies Record<AreaUnit, string>;

/** Which unit stands first; kept in this browser, and used by the whole site. */
function UnitChoice({ unit }: { unit: AreaUnit }) {
  const { t } = useWords();
  return (
    <fieldset className="flex noscript:hidden shrink-0 flex-wrap items-center gap-2 max-md:my-3 print:hidden">
      <legend className="float-left mr-2 text-sm">{t('listing.unit_choice')}</legend>
      {AREA_UNITS.map((one) => (
        <label
          key={one}
          className="inline-flex min-h-11 min-w-14 cursor-pointer items-center justify-center rounded-chip border border-line-strong bg-surface px-4 font-medium text-sm has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-primary has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="area-unit"
            className="sr-only"
            checked={unit === one}
            onChange={() => saveUnit(one)}
          />
          {/* 평 is written in Hangul in English as well: no Latin letter stands for it. */}
          <span lang={one === 'pyeong' ? 'ko' : undefined}>{t(UNIT_NAMES[one])}</span>
        </label>
      ))}
    </fieldset>
  );
}
