import { expect, test } from 'vitest';
import { homeCalls } from './home.ts';
import { surroundingsCalls } from './surroundings.ts';

/** Every name of a field, however deep. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? [...Object.keys(value as object), ...namesIn(value)] : namesIn(value),
  );
}

test('no field of a search or of a school is a rating, score or rank (rule R28)', () => {
  for (const route of [homeCalls.listHomes, surroundingsCalls.findSurroundings]) {
    const names = namesIn(JSON.parse(JSON.stringify([route.query, route.response])));
    expect(names.length).toBeGreaterThan(20);
    expect(
      names.filter(
        (name) => /rating|score|rank|grade$|stars/i.test(name) && !/(lowest|highest)Grade/.test(name),
      ),
    ).toEqual([]);
  }
});
