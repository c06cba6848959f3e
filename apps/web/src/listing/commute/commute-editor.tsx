import { TRANSPORTATIONS } from '@maru/listing/places';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { localName, useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { Options } from '../../ui/field.tsx';
import {
  type Commute,
  DEFAULT_DEPART,
  departText,
  type Person,
  saveCommute,
  useCommutes,
} from './commutes.ts';

const DEPARTURES = ['0700', '0800', '0900', '1200', '1700', '1800'];
/** Without transit: distance alone gives no transit times. */
const WAYS = TRANSPORTATIONS.filter((one) => one !== 'transit');

const FIELD =
  'h-11 w-full min-w-0 rounded-field border border-line-strong bg-surface px-3 placeholder:text-quiet aria-invalid:border-bad';

/**
 * The destination of one person. Of an address only the place is sent to the server, the street stays in this browser (rule
 * R66).
 */
export function CommutePlaceField({ person, label }: { person: Person; label: string }) {
  const { t, locale } = useWords();
  const id = useId();
  const { client } = useRouter().options.context;
  const kept = useCommutes()[person];
  const [text, setText] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'unknown' | 'street'>('idle');
  const [measuredTo, setMeasuredTo] = useState<string | null>(null);
  const shown = text ?? kept?.name ?? '';
  const keep = (name: string, at: Commute['at']) => {
    saveCommute(person, { by: kept?.by ?? 'car', depart: kept?.depart ?? DEFAULT_DEPART, name, at });
    setText(null);
    setState('idle');
  };
  const find = async () => {
    const typed = shown.trim();
    setMeasuredTo(null);
    if (typed === '') {
      saveCommute(person, null);
      setText(null);
      return;
    }
    if (typed === kept?.name) return;
    const position = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(typed);
    if (position !== null) {
      keep(typed, [Number(position[1]), Number(position[2])]);
      return;
    }
    const asked = extractPlace(typed);
    if (asked === undefined) {
      setState('street');
      return;
    }
    setState('asking');
    try {
      const { place } = await client.findPlace({ query: { text: asked, locale } });
      const named = `${localName(place, { locale })}, ${place.stateCode}`;
      // The address is stored as typed; the place that is measured to is shown beside it.
      keep(asked === typed ? named : typed, [place.latitude, place.longitude]);
      if (asked !== typed) setMeasuredTo(named);
    } catch {
      setState('unknown');
    }
  };
  const here = () => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => keep(t('filter.commute_here_name'), [coords.latitude, coords.longitude]),
      () => setState('unknown'),
      { timeout: 10_000 },
    );
  };
  const isWrong = state === 'unknown' || state === 'street';
  const said = {
    asking: t('filter.commute_asking'),
    unknown: t('filter.commute_unknown'),
    street: t('commute.street_stays'),
    idle:
      measuredTo !== null
        ? t('commute.measured_to', { place: measuredTo })
        : kept === null
          ? t('filter.commute_private')
          : t('filter.commute_kept', { place: kept.name }),
  }[state];
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        <input
          type="text"
          autoComplete="off"
          aria-label={label}
          aria-invalid={isWrong}
          aria-describedby={`${id}-note`}
          className={`${FIELD} flex-1 basis-60`}
          value={shown}
          placeholder={t('filter.commute_example')}
          onChange={(event) => {
            setText(event.target.value);
            setState('idle');
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && event.keyCode !== 229) {
              event.preventDefault();
              void find();
            }
          }}
        />
        <Button className="text-sm" onClick={() => void find()}>
          {t('filter.commute_set')}
        </Button>
        <Button className="text-sm" onClick={here}>
          {t('filter.commute_here')}
        </Button>
      </div>
      <p id={`${id}-note`} role="status" className={`mt-1 text-sm ${isWrong ? 'text-bad' : 'text-quiet'}`}>
        {said}
      </p>
    </fieldset>
  );
}

/** Transportation and departure time. */
export function CommuteWayFields({
  way,
  onChange,
}: {
  way: Pick<Commute, 'by' | 'depart'>;
  onChange: (way: Pick<Commute, 'by' | 'depart'>) => void;
}) {
  const words = useWords();
  const { t } = words;
  return (
    <div className="grid grid-cols-2 gap-2">
      <label className="min-w-0">
        <span className="mb-1 block text-quiet text-sm">{t('filter.commute_by')}</span>
        <select
          className={FIELD}
          value={way.by}
          onChange={(event) => onChange({ ...way, by: event.target.value as Commute['by'] })}
        >
          <Options
            values={[...new Set([...WAYS, way.by])]}
            format={(one) => (one === 'transit' ? t('transportation.transit') : t(`filter.commute_${one}`))}
          />
        </select>
      </label>
      <label className="min-w-0">
        <span className="mb-1 block text-quiet text-sm">{t('filter.commute_at')}</span>
        <select
          className={FIELD}
          value={way.depart}
          onChange={(event) => onChange({ ...way, depart: event.target.value })}
        >
          <Options
            values={[...new Set([...DEPARTURES, way.depart])].sort()}
            format={(one) => departText(one, words)}
          />
        </select>
      </label>
    </div>
  );
}

/** The destination, transportation and departure time of one person, stored on change. */
export function CommuteEditor({ person }: { person: Person }) {
  const { t } = useWords();
  const kept = useCommutes()[person];
  return (
    <div className="space-y-3">
      <CommutePlaceField person={person} label={t(`commute.add.${person}`)} />
      {kept === null ? null : (
        <CommuteWayFields way={kept} onChange={(way) => saveCommute(person, { ...kept, ...way })} />
      )}
    </div>
  );
}

/**
 * The part of a typed text that may be sent to the server: its ZIP code, or its place without street and number (rule R66).
 * Undefined when nothing else is left.
 */
export function extractPlace(text: string): string | undefined {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (plain === '' || plain.length > 200) return undefined;
  const zip = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(plain)?.[1];
  if (zip !== undefined) return zip;
  if (!/\d/.test(plain)) {
    // "Main St, Irvine": a street without a number.
    return plain.includes(',') && STREET.test(plain.split(',', 1)[0] ?? '') ? afterStreet(plain) : plain;
  }
  return afterStreet(plain);
}

const STREET =
  /\b(st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|ct|court|way|pl|place|pkwy|parkway|cir|circle|ter|terrace|hwy|highway)\.?$/i;

/** "1 Main St, Suite 2, Irvine, CA" → "Irvine, CA": the parts after the last one with a number or a street. */
function afterStreet(text: string): string | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const last = Math.max(
    parts.findLastIndex((part) => /\d/.test(part)),
    parts.findLastIndex((part) => STREET.test(part)),
  );
  const rest = parts
    .slice(last + 1)
    .filter(Boolean)
    .join(', ');
  return rest === '' ? undefined : rest;
}
