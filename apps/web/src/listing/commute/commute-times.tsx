import { COMMUTE_FACTORS } from '@maru/listing/places';
import { useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDay } from '../facts/home-dates.ts';
import { CommuteEditor } from './commute-editor.tsx';
import {
  type Commute,
  departText,
  estimateMinutes,
  type Person,
  rangeText,
  saveCommute,
  useCommutes,
} from './commutes.ts';

interface TimesProps {
  latitude: number;
  longitude: number;
}

/** Commute times from this home for one or two people, with their editor (rule R66). */
export function CommuteTimes(at: TimesProps) {
  const { t, locale } = useWords();
  const { first, second } = useCommutes();
  const [open, setOpen] = useState<Person | null>(null);
  const edited = open ?? (first === null ? 'first' : null);
  return (
    <div className="max-w-160 space-y-4">
      <ul className="space-y-3">
        {first === null ? null : (
          <Way person="first" commute={first} at={at} isBoth={second !== null} onChange={setOpen} />
        )}
        {second === null ? null : <Way person="second" commute={second} at={at} isBoth onChange={setOpen} />}
      </ul>
      {edited === null ? null : (
        <div className="rounded-card border border-line bg-surface p-4">
          <CommuteEditor person={edited} />
          {first === null ? null : (
            <Button className="mt-3 text-sm" onClick={() => setOpen(null)}>
              {t('commute.done')}
            </Button>
          )}
        </div>
      )}
      {first !== null && second === null && edited === null ? (
        <Button className="text-sm" onClick={() => setOpen('second')}>
          {t('commute.add_second')}
        </Button>
      ) : null}
      <p className="text-quiet text-sm">
        {t('commute.note', { date: formatDay(COMMUTE_FACTORS.asOf, 'UTC', locale) })}
      </p>
    </div>
  );
}

function Way({
  person,
  commute,
  at,
  isBoth,
  onChange,
}: {
  person: Person;
  commute: Commute;
  at: TimesProps;
  isBoth: boolean;
  onChange: (person: Person | null) => void;
}) {
  const words = useWords();
  const { t } = words;
  const range = estimateMinutes(commute, at);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="min-w-0">
        {isBoth ? <span className="block text-quiet text-sm">{t(`commute.person.${person}`)}</span> : null}
        <span className="tabular block font-semibold text-lg">
          {range === undefined ? t('commute.transit') : rangeText(range, words)}
        </span>
        <span className="block text-sm">{t('commute.to', { place: commute.name })}</span>
        <span className="tabular block text-quiet text-sm">
          {t('commute.way', {
            way: t(`transportation.${commute.by}`),
            time: departText(commute.depart, words),
          })}
        </span>
      </span>
      <span className="flex gap-1">
        <Button variant="quiet" className="text-sm" onClick={() => onChange(person)}>
          {t('commute.change')}
        </Button>
        <Button
          variant="quiet"
          className="text-sm"
          onClick={() => {
            saveCommute(person, null);
            onChange(null);
          }}
        >
          {t('commute.remove')}
        </Button>
      </span>
    </li>
  );
}
