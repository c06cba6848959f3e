import { isInsideEdges, mercatorEdges, mercatorX, mercatorY } from '@maru/listing/search';
import { expect, test } from 'vitest';
import { loadSharedGazetteer } from '../testing/testing-gazetteer.ts';
import { Outlines } from './outlines.ts';

const gazetteer = await loadSharedGazetteer();
const outlines = new Outlines(gazetteer, async () => undefined);

const covers = async (slug: string, latitude: number, longitude: number) =>
  ((await outlines.find(slug)) ?? []).some((ring) =>
    isInsideEdges(mercatorEdges(ring), mercatorX(longitude), mercatorY(latitude)),
  );

test('a county’s outline goes around its towns and not around the next county’s', async () => {
  expect(await covers('orange-county-ca', 33.684, -117.826)).toBe(true);
  expect(await covers('orange-county-ca', 34.052, -118.244)).toBe(false);
  expect(await covers('los-angeles-county-ca', 34.052, -118.244)).toBe(true);
});

test('nearly every state and county has one, a city has none', async () => {
  const places = gazetteer.statesInOrder().flatMap((state) => [state, ...gazetteer.findChildren(state.id)]);
  const counties = places.filter(({ kind }) => kind === 'state' || kind === 'county');
  const missing: string[] = [];
  for (const { id } of counties) if ((await outlines.find(id)) === undefined) missing.push(id);
  expect(counties.length).toBeGreaterThan(3_000);
  expect(missing.length / counties.length, missing.join(' ')).toBeLessThan(0.02);
  expect(await outlines.find('irvine-ca')).toBeUndefined();
  expect(await outlines.find('no-such-place')).toBeUndefined();
});
