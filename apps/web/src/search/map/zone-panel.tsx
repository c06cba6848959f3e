import { HAZARD_TYPES, type HazardType } from '@maru/listing/places';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../../listing/facts/home-dates.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useDropdown } from '../../ui/use-dropdown.ts';
import { MAP_NOTE } from './map-tools.tsx';
import { useZoneLayers, type Zones } from './use-zones.ts';

interface ZonePanelProps {
  shown: readonly HazardType[];
  onChange: (shown: HazardType[]) => void;
}

/** Official hazard zones over the map, off by default, each with its source and date (rule R6). */
export function ZonePanel({ shown, onChange }: ZonePanelProps) {
  const { t, locale } = useWords();
  const { isOpen, setOpen, box, button, id } = useDropdown();
  const layers = useZoneLayers(isOpen || shown.length > 0);
  const there = HAZARD_TYPES.filter((type) => layers?.some((one) => one.hazardType === type));
  return (
    <div ref={box}>
      <Button
        variant="float"
        className={shown.length > 0 ? 'font-semibold text-primary-text' : ''}
        ref={button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('map.zones')}
      </Button>
      {isOpen ? (
        <fieldset
          id={id}
          className="absolute top-full left-0 z-20 mt-1 w-72 max-w-[calc(100vw-2rem)] space-y-2 rounded-card bg-surface p-4 text-sm shadow-float"
        >
          <legend className="sr-only">{t('map.zones_title')}</legend>
          {layers !== null && there.length === 0 ? (
            <>
              <p>{t('map.zones_none')}</p>
              <p className="text-quiet">{t('hazards.none_fill')}</p>
            </>
          ) : null}
          {there.map((type) => {
            const used = layers?.filter((one) => one.hazardType === type) ?? [];
            const newest = used.reduce((one, other) => (other.asOf > one.asOf ? other : one));
            return (
              <div key={type}>
                <Checkbox
                  className="gap-2! font-medium md:min-h-9"
                  checked={shown.includes(type)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...shown, type] : shown.filter((one) => one !== type))
                  }
                >
                  <span aria-hidden="true" className={`map-zone-swatch map-zone-${type}`} />
                  {t(`map.zones_${type}`)}
                </Checkbox>
                <p className="text-quiet">
                  {newest.isSample ? `${t('place_data.sample')} · ` : ''}
                  {t('place_data.source', {
                    source: newest.source,
                    date: formatDay(newest.asOf, 'UTC', locale),
                  })}{' '}
                  {newest.link === null ? null : (
                    <a
                      href={newest.link}
                      target="_blank"
                      rel="noopener noreferrer"
                      className="font-medium text-primary-text underline"
                    >
                      {t('schools.official')}
                    </a>
                  )}
                </p>
              </div>
            );
          })}
        </fieldset>
      ) : null}
    </div>
  );
}

/** Why requested zones are not all shown. */
export function ZoneNote({ state }: { state: Zones['state'] }) {
  const { t } = useWords();
  const note = NOTES[state];
  return note === undefined ? null : (
    <p role="status" className={MAP_NOTE}>
      {t(note)}
    </p>
  );
}

const NOTES = {
  shown: undefined,
  far: 'map.zones_zoom',
  part: 'map.zones_part',
  failed: 'map.zones_failed',
} as const;
