import { Fragment } from 'react';
import { useWords } from '../i18n/words.tsx';
import type { FactGroup } from './fact-groups.ts';
import { termOfLabel } from './terms/fact-terms.ts';
import { Term } from './terms/term.tsx';

/** Facts in groups, every value in the reader's words. */
export function FactList({ groups }: { groups: readonly FactGroup[] }) {
  const { t } = useWords();
  return (
    <div className="gap-x-12 md:columns-2">
      {groups.map((group) => (
        <section key={group.title} className="break-inside-avoid pb-8">
          <h3 className="mb-1 font-semibold text-lg">{t(group.title)}</h3>
          {group.note ? <p className="mb-2 text-quiet text-sm">{t(group.note)}</p> : null}
          <dl className="divide-y divide-line">
            {group.facts.map((fact) => (
              <div key={fact.label} className="grid grid-cols-[8.5rem_1fr] gap-x-4 py-2">
                <dt className="text-quiet">
                  <Term id={termOfLabel(fact.label)}>{t(fact.label)}</Term>
                </dt>
                <dd>
                  {/* A line breaks between values, after the dot, and inside a value only where it is longer than a line. */}
                  {fact.values.map((value, index) => (
                    <Fragment key={value.text}>
                      {index === 0 ? '' : ' '}
                      <span className="inline-block">
                        <Term id={value.term}>
                          <span lang={value.lang}>{value.text}</span>
                        </Term>
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
