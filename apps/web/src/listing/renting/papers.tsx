import { type RenterFacts, renterKit, STAYS } from '@maru/listing/renting';
import { useSyncExternalStore } from 'react';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';
import { useWords } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice, Option } from '../../ui/field.tsx';

/** A checklist of the documents for an application, in the order in which they are requested. */
export function Papers() {
  const { t } = useWords();
  const { facts, done } = useSyncExternalStore(kit.subscribe, kit.read, () => EMPTY_KIT);
  const change = (more: Partial<RenterFacts>) =>
    kit.update((kept) => ({ ...kept, facts: { ...kept.facts, ...more } }));
  const tick = (item: string, isDone: boolean) =>
    kit.update((kept) => ({
      ...kept,
      done: isDone ? [...kept.done, item] : kept.done.filter((one) => one !== item),
    }));
  const groups = renterKit(facts);
  const items = groups.flatMap((group) => group.items);
  const ready = items.filter((item) => done.includes(item)).length;
  return (
    <>
      <div className="space-y-5 print:hidden">
        <Choice label={t('kit.stay')} note={t('kit.stay_note')}>
          {/* In columns, so that a late font moves no chip to another line. */}
          <div className="grid w-full gap-2 sm:grid-cols-2 lg:grid-cols-3">
            {STAYS.map((stay) => (
              <Option
                key={stay}
                name="stay"
                label={t(`kit.stay.${stay}`)}
                checked={facts.stay === stay}
                onChange={() => change({ stay })}
              />
            ))}
          </div>
        </Choice>
        <div className="grid gap-x-8 gap-y-2">
          {(['hasSsn', 'hasCredit', 'isTransferred'] as const).map((key) => (
            <Checkbox
              key={key}
              className="w-fit"
              checked={facts[key] === true}
              onChange={(event) => change({ [key]: event.target.checked })}
            >
              {t(`kit.fact.${key}`)}
            </Checkbox>
          ))}
        </div>
        <noscript>{t('kit.no_script')}</noscript>
      </div>
      <p role="status" className="mt-6 font-semibold">
        {facts.stay === undefined ? t('kit.choose_stay') : t('kit.ready', { ready, count: items.length })}
      </p>
      <ol className="mt-2 space-y-5">
        {groups.map(({ group, items: papers }) => (
          <li key={group}>
            <h3 className="font-semibold text-quiet text-sm">{t(`kit.group.${group}`)}</h3>
            <ul className="mt-1 divide-y divide-line border-line border-y">
              {papers.map((item) => (
                <li key={item}>
                  <Checkbox
                    isLong
                    checked={done.includes(item)}
                    onChange={(event) => tick(item, event.target.checked)}
                  >
                    <span>
                      <span className="font-medium">{t(`kit.item.${item}`)}</span>
                      <span className="block text-quiet text-sm">{t(`kit.item_note.${item}`)}</span>
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

interface Kit {
  facts: RenterFacts;
  /** The items that are ready. */
  done: string[];
}

const EMPTY_KIT: Kit = { facts: { hasSsn: false, hasCredit: false }, done: [] };

/** The visitor's answers and ticks, in this browser only. */
const kit = new StoredValue<Kit>('renter-kit', { parse: parseKit, format: JSON.stringify });

/** Parses untrusted storage. */
function parseKit(text: string | null): Kit {
  const value = parseStored(text) as { facts?: Record<string, unknown>; done?: unknown } | null | undefined;
  const said = value?.facts ?? {};
  return {
    facts: {
      stay: STAYS.find((stay) => stay === said.stay),
      hasSsn: said.hasSsn === true,
      hasCredit: said.hasCredit === true,
      isTransferred: said.isTransferred === true,
    },
    done: Array.isArray(value?.done) ? value.done.filter((one) => typeof one === 'string') : [],
  };
}
