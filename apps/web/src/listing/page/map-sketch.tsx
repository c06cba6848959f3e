import type { HomeAnswer } from '@maru/contract';
import { useWords } from '../../i18n/words.tsx';
import { implausibleFacts } from '../facts/implausible.ts';
import { METERS_PER_MILE } from '../place/distance-text.ts';

/** The sketch's half width, in metres on the ground and in its own units. */
const REACH = 2_400;
const HALF = 100;
/** Metres a degree of latitude. */
const DEGREE = 111_320;
const MOST_DOTS = 4;
const LINE = 9;

/**
 * Where a home is, for paper: north is up, the rings are half a mile and a mile away, the dots are other homes of this
 * page at their true places, by their streets. Of a withheld address it says only which ZIP code this is.
 */
export function MapSketch({ home }: { home: HomeAnswer }) {
  const { t } = useWords();
  const { latitude, longitude, postalCode } = home.listing;
  if (latitude === null || longitude === null || implausibleFacts(home).includes('position')) return null;
  const scale = HALF / REACH;
  const east = DEGREE * Math.cos((latitude * Math.PI) / 180);
  const dots = home.addressWithheld
    ? []
    : home.similar
        .flatMap((one) => {
          if (one.addressWithheld || one.latitude === null || one.longitude === null) return [];
          const x = (one.longitude - longitude) * east * scale;
          const y = (latitude - one.latitude) * DEGREE * scale;
          const inside = Math.max(Math.abs(x), Math.abs(y)) < HALF - 8;
          return inside ? [{ key: one.homeId, x, y, street: streetOf(one.streetLine) }] : [];
        })
        // Nearer than a line of text to another, neither could be read.
        .filter(
          ({ y }, index, all) =>
            Math.abs(y) > 3 * LINE && all.slice(0, index).every((other) => Math.abs(other.y - y) > LINE),
        )
        .slice(0, MOST_DOTS);
  const ring = (miles: number) => (
    <g>
      <circle r={miles * METERS_PER_MILE * scale} fill="none" stroke="currentColor" strokeDasharray="3 3" />
      <text y={miles * METERS_PER_MILE * scale - 3} textAnchor="middle" fontSize="9">
        {t('unit.miles', { value: String(miles) })}
      </text>
    </g>
  );
  return (
    <svg
      viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
      role="img"
      aria-label={t('call.sketch')}
      className="w-full border border-text fill-current"
    >
      {ring(0.5)}
      {ring(1)}
      {dots.map(({ key, x, y, street }) => (
        <g key={key} transform={`translate(${Math.round(x)} ${Math.round(y)})`}>
          <circle r="2.5" />
          <text x={x > 0 ? -4 : 4} y="3" fontSize="8" textAnchor={x > 0 ? 'end' : 'start'}>
            {street}
          </text>
        </g>
      ))}
      {home.addressWithheld ? null : <path d="M-7 3V-3L0-9 7-3V3Z" />}
      <text y="14" textAnchor="middle" fontSize="10" fontWeight="700">
        {home.addressWithheld ? postalCode : t('call.here')}
      </text>
      <path d="M84-92 89-78H79Z" />
      <text x="84" y="-66" textAnchor="middle" fontSize="10">
        N
      </text>
    </svg>
  );
}

/** "11162 Windflower Ln" → "Windflower Ln". */
const streetOf = (line: string | null) => (line ?? '').replace(/^\d+\S*\s+/, '');
