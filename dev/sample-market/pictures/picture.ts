import sharp from 'sharp';
import type { HomeFacts } from '../home-facts.ts';
import { type Shot, shotsOf } from '../media.ts';
import { apartmentFront, duplexFront, manufacturedFront, townhouseFront } from './buildings.ts';
import { floorPlan } from './floor-plan.ts';
import { balcony, garden } from './garden.ts';
import { houseFront } from './house-front.ts';
import { type Look, lookOf } from './palette.ts';
import { room } from './rooms.ts';
import { shade } from './shapes.ts';
import { definitions } from './sky.ts';
import { aerial, amenity, land, street } from './surroundings.ts';

/** In px; a picture is three quarters as high. */
const PHOTO_WIDTH = 960;

/** Picture `number` (from 1) of a home as SVG. Clearly a drawing; pure in the home's facts. */
export function drawScene(home: HomeFacts, number: number, width = PHOTO_WIDTH): string {
  const shot = shotsOf(home)[number - 1] ?? { scene: 'front', nth: 1, altered: null, original: false };
  const look = developed(lookOf(home), shot);
  const { scene, nth } = shot;
  let drawn: string;
  switch (scene) {
    case 'front':
      drawn = front(home, look);
      break;
    case 'plan':
      drawn = floorPlan(home);
      break;
    case 'garden':
      drawn = garden(home, look, false);
      break;
    case 'pool':
      drawn = garden(home, look, true);
      break;
    case 'balcony':
      drawn = balcony(home, look);
      break;
    case 'street':
      drawn = street(home, look);
      break;
    case 'aerial':
      drawn = aerial(home, look);
      break;
    case 'land':
      drawn = land(home, look, nth);
      break;
    case 'amenity':
      drawn = amenity(look);
      break;
    default:
      drawn = room(scene, home, look, nth, isEmptied(shot));
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 720" width="${width}" height="${width * 0.75}">${definitions(look)}${drawn}</svg>`;
}

/** The look of the home in a picture that was altered, and in the one before it was. */
function developed(look: Look, { altered, original, scene }: Shot): Look {
  if (altered === null && !original) return look;
  const day: Look = { ...look, hour: 'day', skyTop: '#a9d8ea', skyLow: '#e8f4ee', hills: '#b9cdd0' };
  const dry: Look = { ...look, lawn: '#cbb98a' };
  switch (scene) {
    case 'front':
      return altered
        ? { ...look, hour: 'dusk', skyTop: '#4d5b8c', skyLow: '#f0a98b', hills: '#6d6a93' }
        : day;
    case 'kitchen':
      return altered
        ? { ...look, cabinet: '#fbf8f1', counter: '#4d5053', floor: '#c8b49b' }
        : { ...look, cabinet: '#a8763f', counter: '#d9c9a4', inner: shade('#e9dcb8', 0.1) };
    case 'garden':
      return altered ? { ...look, lawn: '#86b86f' } : dry;
    default:
      return look;
  }
}

/** A staged room was empty, and a decluttered one is. */
function isEmptied({ scene, altered, original }: Shot): boolean {
  if (scene === 'living') return original;
  return scene === 'bedroom' && altered !== null;
}

function front(home: HomeFacts, look: Look): string {
  switch (home.kind) {
    case 'townhouse':
      return townhouseFront(home, look);
    case 'condo':
    case 'apartment':
      return apartmentFront(home, look);
    case 'manufactured':
      return manufacturedFront(look);
    case 'multi':
      return duplexFront(look);
    case 'land':
      return land(home, look, 1);
    default:
      return houseFront(home, look);
  }
}

/**
 * Flat colours need little: quality 72 keeps clean edges and stays below 60 KB. As cameras do, it writes where the
 * picture was taken into the file, which tells an address that is withheld (rule F19).
 */
export async function drawJpeg(home: HomeFacts, number: number, width?: number): Promise<Buffer> {
  const { latitude, longitude } = home.lot;
  return sharp(Buffer.from(drawScene(home, number, width)))
    .flatten({ background: '#ffffff' })
    .withExif({
      IFD0: { ImageDescription: `${home.lot.number} ${home.lot.street.name} ${home.lot.street.suffix}` },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: sexagesimal(latitude),
        GPSLongitudeRef: 'W',
        GPSLongitude: sexagesimal(-longitude),
      },
    })
    .jpeg({ quality: 72 })
    .toBuffer();
}

/** Degrees, minutes and hundredths of seconds, as EXIF has them: "33/1 40/1 1234/100". */
function sexagesimal(degrees: number): string {
  const minutes = (degrees % 1) * 60;
  return `${Math.floor(degrees)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 6000)}/100`;
}
