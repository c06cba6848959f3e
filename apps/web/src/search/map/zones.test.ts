import { expect, test } from 'vitest';
import { listTiles } from './zones.tsx';

test('the tiles of a viewport cover it, at its zoom, and are never many', () => {
  expect(listTiles({ bounds: [-117.83, 33.67, -117.82, 33.68], zoom: 12.7 })).toEqual(['12/707/1640']);
  const wide = listTiles({ bounds: [-118.5, 33.2, -117, 34.2], zoom: 14 });
  expect(wide.length).toBeGreaterThan(1);
  expect(wide.length).toBeLessThanOrEqual(24);
  expect(listTiles({ bounds: [-180, -90, 180, 90], zoom: 2 }).every((one) => one.startsWith('9/'))).toBe(
    true,
  );
});
