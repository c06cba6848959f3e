import type { HomeFacts } from '../home-facts.ts';
import { hashOf, type Random, randomOf } from '../random.ts';
import { emptyRoom } from './empty-room.ts';
import type { Look } from './palette.ts';
import { light, shell } from './room-shell.ts';
import { dining, living, office } from './rooms-for-living.ts';
import { bedroom, guestRoom } from './rooms-for-sleeping.ts';
import { bath, kitchen, laundry } from './rooms-with-water.ts';
import { group, shade } from './shapes.ts';

export type Room = 'living' | 'kitchen' | 'bedroom' | 'bath' | 'dining' | 'office' | 'laundry';

/**
 * One room, looking at its back wall; the same floor, walls, window frames and colours as the home's other rooms.
 * `nth` tells rooms of one kind apart; an `empty` one has no furniture.
 */
export function room(kind: Room, home: HomeFacts, look: Look, nth: number, empty: boolean): string {
  const random = randomOf(look.salt, 'room', kind, nth);
  // Rooms of one kind share the house but not the bedding.
  const later = kind === 'bedroom' && nth > 1;
  const dressed: Look = later
    ? {
        ...look,
        textile: look.sofa,
        sofa: look.textile,
        accent: random.pick([look.textile, look.accent, '#d8a13e']),
      }
    : look;
  const paint: Record<Room, (home: HomeFacts, look: Look, random: Random) => string> = {
    living,
    kitchen,
    bedroom,
    bath,
    dining,
    office,
    laundry,
  };
  const floorKind =
    kind === 'bath' || kind === 'laundry'
      ? 'tile'
      : kind === 'bedroom' && look.salt % 2 === 0
        ? 'carpet'
        : 'planks';
  const wall = kind === 'bedroom' && random.chance(0.4) ? shade(dressed.textile, 0.62) : look.inner;
  const drawn =
    shell(look, wall, floorKind) +
    light(look) +
    (empty && (kind === 'living' || kind === 'bedroom')
      ? emptyRoom(kind, home, look)
      : later
        ? guestRoom(home, dressed, random)
        : paint[kind](home, dressed, random));
  return look.mirrored === (hashOf(`${kind}${nth}`) % 2 === 0)
    ? group(drawn, 'transform="translate(960,0) scale(-1,1)"')
    : drawn;
}
