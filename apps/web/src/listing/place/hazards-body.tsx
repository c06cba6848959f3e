import type { HomeSurroundingsAnswer } from '@maru/contract';
import { HAZARD_TYPES, type HazardType } from '@maru/listing/places';
import { useWords, type Words } from '../../i18n/words.tsx';
import { formatDay } from '../facts/home-dates.ts';
import type { HomePageData } from '../page/home-page-data.ts';
import { type Hazard, zoneText } from './hazard-zone.ts';
import { PlaceSource } from './place-source.tsx';

/** The official hazard zones at the home, each with its map, date and link, without a score (rule R6). */
export function Hazards({ home, surroundings }: HomePageData) {
  const { t } = useWords();
  if (surroundings === null) return <p>{t('hazards.failed')}</p>;
  const { position } = surroundings;
  if (position !== 'exact') {
    return <p>{t(position === 'withheld' ? 'hazards.withheld' : 'hazards.no_position')}</p>;
  }
  return (
    <>
      <div className="@container">
        <div className="grid @md:grid-cols-2 gap-x-6 gap-y-4">
          {HAZARD_TYPES.map((type) => (
            <OneHazard key={type} type={type} surroundings={surroundings} />
          ))}
        </div>
      </div>
      {home.searchType === 'sale' && home.listing.stateOrProvince === 'CA' ? (
        <p className="mt-4 text-sm">{t('hazards.nhd')}</p>
      ) : null}
    </>
  );
}

function OneHazard({ type, surroundings }: { type: HazardType; surroundings: HomeSurroundingsAnswer }) {
  const words = useWords();
  const { t, locale } = words;
  const zones = surroundings.hazards.filter((one) => one.type === type);
  const layers = surroundings.layers.filter(({ hazardType }) => hazardType === type);
  const used = layers.filter(({ layer }) => zones.some((zone) => zone.layer === layer));
  return (
    <div>
      <h3 className="font-semibold">{t(`hazards.${type}`)}</h3>
      {layers.length === 0 ? (
        <p className="mt-1">{t('hazards.none')}</p>
      ) : zones.length === 0 ? (
        <p className="mt-1">{t(type === 'flood' ? 'hazards.unmapped' : 'hazards.outside')}</p>
      ) : (
        <ul className="mt-1 space-y-2">
          {zones.map((zone) => (
            <li key={`${zone.zone}${zone.detail}${zone.layer}`}>
              <p className={zone.isSpecial ? 'font-semibold' : 'font-medium'}>{zoneText(zone, words)}</p>
              <p className="max-w-[60ch] text-sm">{explainZone(zone, words)}</p>
              {zone.effectiveOn === null ? null : (
                <p className="text-quiet text-sm">
                  {t('hazards.effective', { date: formatDay(zone.effectiveOn, 'UTC', locale) })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {(used.length > 0 ? used : layers.slice(0, 1)).map((layer) => (
        <PlaceSource key={layer.layer} layer={layer} />
      ))}
    </div>
  );
}

/** The meaning of a zone in the agency's terms (FEMA, Flood Zones; Public Resources Code 4202). */
function explainZone({ type, zone, detail, isSpecial }: Hazard, { t }: Words): string {
  if (type === 'fire') return t('hazards.fire_note');
  if (isSpecial) return t('hazards.flood_special');
  if (zone === 'D') return t('hazards.flood_unstudied');
  if (zone === 'B' || /0\.2 PCT/i.test(detail ?? '')) return t('hazards.flood_moderate');
  if (zone === 'C' || /MINIMAL/i.test(detail ?? '')) return t('hazards.flood_minimal');
  return detail === null ? '' : t('hazards.flood_other', { detail });
}
