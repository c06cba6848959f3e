import type { HomeSurroundingsAnswer } from '@maru/contract';
import type { Words } from '../../i18n/words.tsx';

export type Hazard = HomeSurroundingsAnswer['hazards'][number];

const SEVERITIES = ['Moderate', 'High', 'Very High'] as const;

/** "Flood zone AE", "Fire hazard: Very High". A separate file: the headline needs it before hazards-body.tsx loads. */
export function zoneText({ type, zone }: Hazard, { t }: Words): string {
  if (type === 'flood') return t('hazards.zone', { zone });
  const known = SEVERITIES.find((one) => one.toLowerCase() === zone.toLowerCase());
  return t('hazards.fire_zone', {
    zone: known === undefined ? zone : t(`hazards.fire_severity.${known}`),
  });
}
