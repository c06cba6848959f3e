import { findTimeZone } from '@maru/listing/time';
import { Fragment } from 'react';
import { AREA_UNITS, type AreaUnit, saveUnit, useAreaUnit } from '../../i18n/area-unit.ts';
import { useWords } from '../../i18n/words.tsx';
import { ChevronDownIcon } from '../../ui/icons/icons.tsx';
import { formatInstant } from '../card/card-words.ts';
import { Won } from '../cost/won.tsx';
import { buildFactGroups, type FactGroup } from '../facts/fact-groups.ts';
import { findLabelTerm } from '../terms/fact-terms.ts';
import { Term } from '../terms/term.tsx';
import type { HomePageData } from './home-page-data.ts';

/** All facts of the record, in groups; sizes in the chosen unit. */
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
      <FactList groups={buildFactGroups(home, words, unit)} now={now} />
    </>
  );
}

const UNIT_NAMES = {
  sqft: 'unit.square_feet',
  m2: 'unit.square_meters',
  pyeong: 'unit.pyeong_name',
} as const satisfies Record<AreaUnit, string>;

/** The first unit of sizes, stored in this browser for the whole site. */
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
          {/* 평 is written in Hangul in English too. */}
          <span lang={one === 'pyeong' ? 'ko' : undefined}>{t(UNIT_NAMES[one])}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FactListProps {
  groups: readonly FactGroup[];
  /** ms UTC. */
  now: number;
}

/** Groups of facts; amounts in won too where chosen. Folded groups are in the page, so that a search in the page finds them. */
function FactList({ groups, now }: FactListProps) {
  const { t } = useWords();
  const folded = groups.filter((group) => group.isFolded);
  const rest = groups.filter((group) => group.isRest);
  return (
    <>
      <Groups groups={groups.filter((group) => !group.isFolded && !group.isRest)} now={now} />
      {[folded, rest].map((some) =>
        some.length === 0 ? null : (
          <details key={some[0]?.title} className="group/more border-line border-t">
            <summary className="flex min-h-12 cursor-pointer items-center gap-3 font-medium marker:content-none [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 flex-1">
                {some.map((group) => t(group.title)).join(' · ')}{' '}
                <span className="ml-1 text-quiet">
                  {some.reduce((sum, { facts }) => sum + facts.length, 0)}
                </span>
              </span>
              <ChevronDownIcon className="shrink-0 group-open/more:rotate-180 print:hidden" />
            </summary>
            <div className="pt-3">
              {some === rest ? <p className="mb-3 text-quiet text-sm">{t('listing.rest_note')}</p> : null}
              <Groups groups={some} now={now} />
            </div>
          </details>
        ),
      )}
    </>
  );
}

function Groups({ groups, now }: FactListProps) {
  const { t } = useWords();
  return (
    <div className="gap-x-12 md:columns-2">
      {groups.map((group) => (
        <section key={group.title} className={group.isRest ? 'pb-6' : 'break-inside-avoid pb-8 lg:pb-6'}>
          {group.isRest ? null : <h3 className="mb-1 font-semibold text-lg">{t(group.title)}</h3>}
          {group.note ? <p className="mb-2 text-quiet text-sm">{t(group.note)}</p> : null}
          <dl className="divide-y divide-line">
            {group.facts.map((fact) => (
              <div key={fact.name ?? fact.label} className="grid grid-cols-[8.5rem_1fr] gap-x-4 py-2 lg:py-1">
                <dt className="text-quiet">
                  {fact.name === undefined ? (
                    <Term id={findLabelTerm(fact.label)}>{t(fact.label)}</Term>
                  ) : (
                    <span lang="en">{fact.name}</span>
                  )}
                </dt>
                <dd>
                  {/* Break lines between values; inside a value only where it is longer than a line. */}
                  {fact.values.map((value, index) => (
                    <Fragment key={value.text}>
                      {index === 0 ? '' : ' '}
                      <span className="inline-block">
                        <Term id={value.term}>
                          <span lang={value.lang}>{value.text}</span>
                        </Term>
                        {value.usd === undefined ? null : (
                          <>
                            {' '}
                            <Won usd={value.usd} now={now} className="ml-1 text-quiet text-sm" />
                          </>
                        )}
                        {index === fact.values.length - 1 ? '' : ' ·'}
                      </span>
                    </Fragment>
                  ))}
                  {fact.note ? <span className="mt-1 block text-quiet text-sm">{t(fact.note)}</span> : null}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
