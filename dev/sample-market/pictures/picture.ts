import sharp from 'sharp';
import type { HomeFacts, HomeKind } from '../home-facts.ts';
import { type Scene, type Shot, shotsOf } from '../media.ts';
import { apartmentFront, duplexFront, manufacturedFront, townhouseFront } from './buildings.ts';
import { shade } from './colors.ts';
import { floorPlan } from './floor-plan.ts';
import { amenity, balcony, garden } from './garden.ts';
import { houseFront } from './house-front.ts';
import { atHour, type Look, lookOf, outdoors } from './palette.ts';
import { type Room, room } from './rooms.ts';
import { definitions, frontYard } from './scenery.ts';
import { aerial, land, street } from './surroundings.ts';

const FRONTS: Partial<Record<HomeKind, (home: HomeFacts, look: Look) => string>> = {
  townhouse: townhouseFront,
  condo: apartmentFront,
  apartment: apartmentFront,
  manufactured: manufacturedFront,
  multi: duplexFront,
};

/** Scenes outside; they take the look in the light of the hour. All others are rooms. */
const OUTSIDE: Record<Exclude<Scene, Room>, (home: HomeFacts, look: Look, nth: number) => string> = {
  front: (home, look) =>
    home.kind === 'land'
      ? land(home, look, 1)
      : frontYard(look, (FRONTS[home.kind] ?? houseFront)(home, look)),
  garden: (home, look) => garden(home, look, false),
  pool: (home, look) => garden(home, look, true),
  balcony,
  street,
  aerial,
  land,
  amenity: (_home, look) => amenity(look),
  plan: floorPlan,
};

/** In px; a picture is three quarters as high. */
const PHOTO_WIDTH = 960;

/** Picture `number` (from 1) of a home as SVG. Clearly a drawing; pure in the home's facts. */
export function drawScene(home: HomeFacts, number: number, width = PHOTO_WIDTH): string {
  const shot = shotsOf(home)[number - 1] ?? { scene: 'front', nth: 1, altered: null, original: false };
  const look = alteredLook(lookOf(home), shot);
  const { scene, nth } = shot;
  const isOutside = (one: Scene): one is keyof typeof OUTSIDE => one in OUTSIDE;
  const drawn = isOutside(scene)
    ? OUTSIDE[scene](home, outdoors(look), nth)
    : room(scene, home, look, nth, isEmptied(shot));
  const size = `viewBox="0 0 960 720" width="${width}" height="${width * 0.75}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${definitions(look, drawn)}${drawn}</svg>`;
}

/** The look of the home in a picture that was altered, and in the one before it was. */
function alteredLook(look: Look, { altered, original, scene }: Shot): Look {
  if (altered === null && !original) return look;
  if (scene === 'front') return { ...look, ...atHour(altered ? 'dusk' : 'day', 0) };
  if (scene === 'garden') return { ...look, lawn: altered ? '#86b86f' : '#cbb98a' };
  if (scene !== 'kitchen') return look;
  return altered
    ? { ...look, cabinet: '#fbf8f1', counter: '#4d5053', floor: '#c8b49b' }
    : { ...look, cabinet: '#a8763f', counter: '#d9c9a4', inner: shade('#e9dcb8', 0.1) };
}

/** A staged room was empty, and a decluttered one is. */
function isEmptied({ scene, altered, original }: Shot): boolean {
  return scene === 'living' ? original : scene === 'bedroom' && altered !== null;
}

/**
 * Flat colors need little: quality 66 keeps clean edges and stays below 60 KB. As cameras do, it writes where the
 * picture was taken into the file, which tells an address that is withheld (rule F19).
 */
export async function drawJpeg(home: HomeFacts, number: number, width?: number): Promise<Buffer> {
  const { latitude, longitude, number: house, street: road } = home.lot;
  const position = {
    GPSLatitudeRef: 'N',
    GPSLatitude: sexagesimal(latitude),
    GPSLongitudeRef: 'W',
    GPSLongitude: sexagesimal(-longitude),
  };
  return sharp(Buffer.from(drawScene(home, number, width)))
    .flatten({ background: '#ffffff' })
    .withExif({ IFD0: { ImageDescription: `${house} ${road.name} ${road.suffix}` }, IFD3: position })
    .jpeg({ quality: 66 })
    .toBuffer();
}

/** Degrees, minutes and hundredths of seconds, as EXIF has them: "33/1 40/1 1234/100". */
function sexagesimal(degrees: number): string {
  const minutes = (degrees % 1) * 60;
  return `${Math.floor(degrees)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 6000)}/100`;
}
