import sharp from 'sharp';
import type { HomeFacts } from '../home-facts.ts';
import { scenesOf } from '../media.ts';
import { apartmentFront, duplexFront, manufacturedFront, townhouseFront } from './buildings.ts';
import { balcony, garden } from './garden.ts';
import { houseFront } from './house-front.ts';
import { lookOf } from './palette.ts';
import { room } from './rooms.ts';
import { definitions } from './sky.ts';
import { aerial, amenity, land, street } from './surroundings.ts';

/** Picture `number` (from 1) of a home as SVG, 960 × 720. Clearly a drawing; pure in the home's facts. */
export function drawScene(home: HomeFacts, number: number): string {
  const look = lookOf(home);
  const scene = scenesOf(home)[number - 1] ?? 'front';
  let drawn: string;
  switch (scene) {
    case 'front':
      drawn = front(home);
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
      drawn = land(home, look, number);
      break;
    case 'amenity':
      drawn = amenity(look);
      break;
    default:
      drawn = room(scene, home, look, number);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 720" width="960" height="720">${definitions(look)}${drawn}</svg>`;
}

function front(home: HomeFacts): string {
  const look = lookOf(home);
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

/** Flat colours need little: quality 72 keeps clean edges and stays below 60 KB. */
export async function drawJpeg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 72 }).toBuffer();
}
