import { describe, expect, it } from 'vitest';
import { loadSharedGazetteer } from '../testing/testing-gazetteer.ts';
import { AreaNames } from './area-names.ts';

/** The tile of zoom 14 that holds a position. */
function tileOf(longitude: number, latitude: number) {
  const size = 2 ** 14;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: Math.floor(((longitude + 180) / 360) * size),
    y: Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size),
  };
}

describe('names of areas at street zoom', () => {
  it('say town and ZIP in both languages, several times in a tile', async () => {
    const gazetteer = await loadSharedGazetteer();
    const zip = gazetteer.findPlace('92620');
    const { x, y } = tileOf(zip?.longitude ?? 0, zip?.latitude ?? 0);
    const tags = (new AreaNames(gazetteer).getTile(14, x, y)?.features ?? []).map((one) => one.tags);
    expect(tags).toContainEqual({ name: 'Irvine 92620', nameKo: '어바인 92620' });
    expect(tags.length).toBeGreaterThan(3);
  });

  it('are silent on the open sea', async () => {
    const { x, y } = tileOf(-140, 30);
    expect(new AreaNames(await loadSharedGazetteer()).getTile(14, x, y)).toBeNull();
  });
});
