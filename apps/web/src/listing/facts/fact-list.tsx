import { Fragment } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { ChevronDownIcon } from '../../ui/icons/icons.tsx';
import { Won } from '../cost/won.tsx';
import { findLabelTerm } from '../terms/fact-terms.ts';
import { Term } from '../terms/term.tsx';
import type { FactGroup } from './fact-groups.ts';

interface FactListProps {
  groups: readonly FactGroup[];
  /** ms UTC. */
  now: number;
}

/** Groups of facts; amounts in won too where chosen. Folded groups are in the page, so that a search in the page finds them. */
export function FactList({ groups, now }: FactListProps) {
  const { t } = useWords();
  const folded = groups.filter((group) => group.isFolded);
  return (
    <>
      <Groups groups={groups.filter((group) => !group.isFolded)} now={now} />
      {folded.length === 0 ? null : (
        <details className="group/more border-line border-t">
          <summary className="flex min-h-12 cursor-pointer items-center gap-3 font-medium marker:content-none [&::-webkit-details-marker]:hidden">
            <span className="min-w-0 flex-1">
              {folded.map((group) => t(group.title)).join(' · ')}{' '}
              <span className="ml-1 text-quiet">
                {folded.reduce((sum, { facts }) => sum + facts.length, 0)}
              </span>
            </span>
            <ChevronDownIcon className="shrink-0 group-open/more:rotate-180 print:hidden" />
          </summary>
          <div className="pt-3">
            <Groups groups={folded} now={now} />
          </div>
        </details>
      )}
    </>
  );
}

function Groups({ groups, now }: FactListProps) {
  const { t } = useWords();
  return (
    <div className="gap-x-12 md:columns-2">
      {groups.map((group) => (
        <section key={group.title} className="break-inside-avoid pb-8 lg:pb-6">
          <h3 className="mb-1 font-semibold text-lg">{t(group.title)}</h3>
          {group.note ? <p className="mb-2 text-quiet text-sm">{t(group.note)}</p> : null}
          <dl className="divide-y divide-line">
            {group.facts.map((fact) => (
              <div key={fact.label} className="grid grid-cols-[8.5rem_1fr] gap-x-4 py-2 lg:py-1">
                <dt className="text-quiet">
                  <Term id={findLabelTerm(fact.label)}>{t(fact.label)}</Term>
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
