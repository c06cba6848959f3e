import { COMMUTE_FACTORS, type SearchQuery, TRANSPORTATIONS } from '@maru/listing';
import { useRouter } from '@tanstack/react-router';
import { useId, useState, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../../listing/home-dates.ts';
import { destination, saveDestination } from '../commute-destination.ts';
import { placeName } from '../search-words.ts';
import { type FilterProps, withFilter } from './filter-state.ts';
import { NotStated } from './not-stated.tsx';
import { OneOf } from './one-of.tsx';
import { FIELD } from './range-fields.tsx';

const MINUTES = [15, 20, 30, 45, 60];
/** Distance says nothing of buses: by transit there are no minutes without a provider. */
const MODES = TRANSPORTATIONS.filter((one) => one !== 'transit');
const TIMES = ['0700', '0800', '0900', '1200', '1700', '1800'];

/** How long the way to work may be. The destination stays in this browser. */
export function CommutePanel(props: FilterProps) {
  const { query, onChange } = props;
  const { t, locale } = useWords();
  const id = useId();
  const kept = useSyncExternalStore(destination.subscribe, destination.current, destination.none);
  const {
    by = kept?.by === 'transit' ? 'car' : (kept?.by ?? 'car'),
    depart = '0800',
    minutes,
  } = query.commute ?? {};
  const [draft, setDraft] = useState({ by, depart });
  const put = (change: Partial<NonNullable<SearchQuery['commute']>>) => {
    const next = { minutes: minutes ?? { max: 30 }, ...draft, ...change };
    setDraft({ by: next.by, depart: next.depart });
    if (query.commute !== undefined || change.minutes !== undefined) {
      onChange(withFilter(query, 'commute', next), 'push');
    }
  };
  return (
    <div className="space-y-3">
      <DestinationField />
      <div className="grid grid-cols-2 gap-2">
        <label className="min-w-0">
          <span className="mb-1 block text-sm text-quiet">{t('filter.commute_by')}</span>
          <select
            className={FIELD}
            value={draft.by}
            onChange={(event) => put({ by: event.target.value as (typeof TRANSPORTATIONS)[number] })}
          >
            {MODES.map((one) => (
              <option key={one} value={one}>
                {t(`filter.commute_${one}` as 'filter.commute_car')}
              </option>
            ))}
          </select>
        </label>
        <label className="min-w-0">
          <span className="mb-1 block text-sm text-quiet">{t('filter.commute_at')}</span>
          <select
            className={FIELD}
            value={draft.depart}
            onChange={(event) => put({ depart: event.target.value })}
          >
            {[...new Set([...TIMES, draft.depart])].sort().map((one) => (
              <option key={one} value={one}>
                {`${one.slice(0, 2)}:${one.slice(2)}`}
              </option>
            ))}
          </select>
        </label>
      </div>
      {kept === null && query.to === undefined ? (
        <p className="text-sm text-quiet">{t('filter.commute_first')}</p>
      ) : (
        <>
          <OneOf
            legend={t('filter.commute_minutes')}
            any={t('filter.any')}
            value={query.commute?.minutes.max}
            choices={MINUTES.map((one) => ({ value: one, text: t('filter.minutes', { minutes: one }) }))}
            onChange={(max) =>
              max === undefined
                ? onChange(withFilter(query, 'commute', undefined), 'push')
                : put({ minutes: { max } })
            }
          />
          <label className="flex min-h-11 items-center gap-2 text-sm" htmlFor={`${id}-share`}>
            <input
              id={`${id}-share`}
              type="checkbox"
              className="size-5 accent-primary"
              checked={query.to !== undefined}
              disabled={query.commute === undefined}
              onChange={(event) =>
                onChange(withFilter(query, 'to', event.target.checked ? kept?.at : undefined), 'push')
              }
            />
            {t('filter.commute_share')}
          </label>
        </>
      )}
      <p className="text-sm text-quiet">
        {t('filter.commute_note', { date: formatDay(COMMUTE_FACTORS.asOf, 'UTC', locale) })}
      </p>
      <NotStated filter="commute" {...props} />
    </div>
  );
}

/** A place in either language, a position, or where the visitor is. What is typed is asked of the places we know. */
function DestinationField() {
  const words = useWords();
  const { t, locale } = words;
  const id = useId();
  const { client } = useRouter().options.context;
  const kept = useSyncExternalStore(destination.subscribe, destination.current, destination.none);
  const [text, setText] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'asking' | 'unknown'>('idle');
  const shown = text ?? kept?.name ?? '';
  const find = async () => {
    const asked = shown.trim();
    if (asked === '') {
      saveDestination(null);
      setText(null);
      return;
    }
    if (asked === kept?.name) return;
    const position = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(asked);
    if (position !== null) {
      saveDestination({ name: asked, at: [Number(position[1]), Number(position[2])], by: 'car' });
      setText(null);
      return;
    }
    setState('asking');
    try {
      const { place } = await client.findPlace({ query: { text: asked, locale } });
      saveDestination({
        name: `${placeName(place, words)}, ${place.stateCode}`,
        at: [place.latitude, place.longitude],
        by: 'car',
      });
      setText(null);
      setState('idle');
    } catch {
      setState('unknown');
    }
  };
  const here = () => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const at = [coords.latitude, coords.longitude] as const;
        saveDestination({ name: t('filter.commute_here_name'), at, by: 'car' });
        setText(null);
        setState('idle');
      },
      () => setState('unknown'),
      { timeout: 10_000 },
    );
  };
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('filter.commute_to')}</legend>
      <div className="flex flex-wrap gap-2">
        <input
          type="text"
          autoComplete="off"
          aria-label={t('filter.commute_to')}
          aria-invalid={state === 'unknown'}
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
        <button
          type="button"
          className="min-h-11 rounded-field border border-line-strong px-4 text-sm font-semibold hover:bg-sunken"
          onClick={() => void find()}
        >
          {t('filter.commute_set')}
        </button>
        <button
          type="button"
          className="min-h-11 rounded-field border border-line px-4 text-sm hover:bg-sunken"
          onClick={here}
        >
          {t('filter.commute_here')}
        </button>
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={`mt-1 text-sm ${state === 'unknown' ? 'text-bad' : 'text-quiet'}`}
      >
        {state === 'asking'
          ? t('filter.commute_asking')
          : state === 'unknown'
            ? t('filter.commute_unknown')
            : kept === null
              ? t('filter.commute_private')
              : t('filter.commute_kept', { place: kept.name })}
      </p>
    </fieldset>
  );
}
