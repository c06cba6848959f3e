import type { SentenceAnswer } from '@maru/contract';
import { Gazetteer } from '@maru/gazetteer';
import { SearchIndex } from '@maru/search-index';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { parseSettings } from '../../apps/server/src/env.ts';
import { registerErrors } from '../../apps/server/src/plugins/errors.ts';
import { registerParseRoute } from '../../apps/server/src/routes/parse.ts';
import { PlaceNames } from '../../apps/server/src/search/place-names.ts';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';
import { isSilent, judgeQuery, type NewUserQuery } from './judge-query.ts';
import queries from './new-user-queries.json' with { type: 'json' };

/**
 * A hundred queries of new users, fifty in each language, written with their meaning by somebody who had not seen the
 * grammar, against the real parser, gazetteer and landmarks. Of schools, two are imported; there are no homes.
 */
const school = (
  id: string,
  name: string,
  city: string,
  state: string,
  latitude: number,
  longitude: number,
) => ({
  kind: 'school' as const,
  ...{ id, name, city, state, latitude, longitude, level: 'high' },
});
const placeNames = new PlaceNames({
  placeData: {
    newestVersion: async () => 1,
    listNames: async () => [
      school('061845002290', 'Northwood High', 'Irvine', 'CA', 33.7187, -117.7688),
      school('530039000060', 'Bellevue High School', 'Bellevue', 'WA', 47.6046, -122.198),
    ],
  },
} as never);
await placeNames.refresh();
const gazetteer = await Gazetteer.load(await buildGazetteer());
const index = new SearchIndex();
const app = Fastify();
registerErrors(app);
registerParseRoute(app, {
  gazetteer,
  placeNames,
  index,
  engine: index,
  settings: parseSettings({ MARU_MODE: 'trial' }),
  now: () => Date.parse('2026-11-27T20:00:00Z'),
});
afterAll(() => app.close());

/** Names of the queries that are no name of the gazetteer with its state. */
const SLUGS: Readonly<Record<string, string>> = {
  'Koreatown, Los Angeles, CA': 'koreatown-los-angeles-ca',
  'Downtown Los Angeles, CA': 'downtown-los-angeles-ca',
  'Great Park, Irvine, CA': 'great-park-irvine-ca',
  'Newport Coast, CA': 'newport-coast-ca',
};

function slugOf(name: string): string {
  const found = gazetteer.findNamed(name);
  const slug = SLUGS[name] ?? (found !== undefined && 'place' in found ? found.place.id : undefined);
  if (slug === undefined || gazetteer.findPlace(slug) === undefined)
    throw new Error(`no place called ${name}`);
  return slug;
}

test('of a hundred queries of new users, 95 are wholly right, and no other is wrong without a word', async () => {
  const missed: string[] = [];
  const silent: string[] = [];
  for (const query of queries as NewUserQuery[]) {
    const { text, language: locale } = query;
    const { body } = await app.inject({ url: '/maru/v1/home/parse', query: { text, locale } });
    const answer = JSON.parse(body) as SentenceAnswer;
    const faults = judgeQuery(query, answer, slugOf);
    if (faults.length === 0) continue;
    missed.push(`${query.id} ${text}: ${faults.join('; ')}`);
    if (isSilent(answer)) silent.push(query.id);
  }
  console.info(`${queries.length - missed.length} of ${queries.length} right\n${missed.join('\n')}`);
  expect(silent, missed.join('\n')).toEqual([]);
  expect(queries.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(95);
});
