import type { HomeFacts } from './home-facts.ts';
import { randomOf } from './random.ts';
import { arterialNear } from './street-names.ts';

/**
 * Driving directions in an agent's style. They name the street and often the number even for homes whose address is
 * withheld, as real ones do (rule F19).
 */
export function directionsTo(home: HomeFacts): string {
  const random = randomOf(home.salt, 'directions');
  const { lot } = home;
  const street = `${lot.street.name} ${lot.street.suffix}`;
  const road = arterialNear(home.area);
  const way = random.pick(['north', 'south', 'east', 'west']);
  const turn = random.pick(['left', 'right']);
  const side = lot.facing % 180 < 90 ? 'left' : 'right';
  if (home.kind === 'land') return `From ${road} go ${way}, then ${turn} on ${street}. Look for the sign.`;
  return random.pick([
    `From ${road} head ${way}, turn ${turn} on ${street}. ${lot.number} is on the ${side}.`,
    `${road} to ${street}, ${lot.onCourt ? 'at the end of the court' : `home is on the ${side}`}.`,
    `Exit ${road} ${way}bound, ${turn} at the second light, ${turn} on ${street} to ${lot.number}.`,
  ]);
}
