import { describe, expect, it } from 'vitest';
import { formatPolygon, readCoordinates } from './wire-geometry.ts';
import { formatQuery, formatRange, type WireQuery } from './wire-query.ts';

describe('the query of a SlipStream request', () => {
  it('pitfall F8: encodes the operator inside the value, and writes a range as one value', () => {
    expect(formatQuery({ market: 'crmls', modifiedDate: '>=1503703680' })).toBe(
      'market=crmls&modifiedDate=%3E%3D1503703680',
    );
    expect(formatRange({ min: 250_000, max: 700_000 })).toBe('250000:700000');
    expect(formatRange({ min: 250_000 })).toBe('>=250000');
    expect(formatRange({ max: 0 })).toBe('<=0');
    expect(formatRange({})).toBeUndefined();
    expect(formatRange(undefined)).toBeUndefined();
    expect(formatQuery({ 'address.city': 'Coto de Caza & Co', beds: undefined })).toBe(
      'address.city=Coto%20de%20Caza%20%26%20Co',
    );
  });

  it('pitfall F9: contains no parameter that the server would silently ignore', () => {
    for (const name of ['detils', 'limit', 'minPrice', 'constructor']) {
      expect(() => formatQuery({ [name]: 'true' } as WireQuery)).toThrow(
        `"${name}" is not a SlipStream parameter`,
      );
    }
  });

  it('pitfall F10: sends a polygon longitude first and closed, and reads either form of coordinates', () => {
    expect(JSON.parse(formatPolygon([-118, 33, -117, 34]))).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [-118, 33],
          [-117, 33],
          [-117, 34],
          [-118, 34],
          [-118, 33],
        ],
      ],
    });
    const place = { latitude: 33.5, longitude: -117.5 };
    expect(readCoordinates(place)).toEqual(place);
    expect(readCoordinates({ type: 'Point', coordinates: [-117.5, 33.5] })).toEqual(place);
    expect(readCoordinates([-117.5, 33.5])).toEqual(place);
    expect(readCoordinates(null)).toEqual({});
  });
});
