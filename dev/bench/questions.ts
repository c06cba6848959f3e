import { type Polygon, type SearchQuery, type SearchRequest, WANTS } from '@maru/listing/search';
import { Dice } from '../conformance/random-homes.ts';
import { around, listTowns, pickTown } from './world.ts';

export type QuestionName = 'uniform' | 'city' | 'city6' | 'draw' | 'near' | 'country' | 'country6' | 'quiet';

/** A kind of search and its variants; every engine answers all of them in turn. */
export interface Question {
  name: QuestionName;
  title: string;
  requests: SearchRequest[];
}

/** The parts that a page of results requests; the filter dialog, which few open, also requests `choices`. */
const USUAL = WANTS.filter((one) => one !== 'choices');
const VARIANTS = 20;
/** Half the extent in degrees: what a laptop shows at this zoom. */
const CITY = { zoom: 12, reach: 0.1 };

/** Six filters: price, beds, baths, sqft, hoa, has. */
const SIX: Partial<SearchQuery> = {
  price: { min: 500_000, max: 4_000_000 },
  beds: { min: 2 },
  baths: { min: 1 },
  sqft: { min: 800 },
  hoa: { max: 500 },
  has: ['garage'],
};

/** The searches over the world of a seed; each wants every part of the answer but `choices`. */
export function questions(seed: number): Question[] {
  const dice = new Dice(seed + 1);
  const towns = listTowns(seed);
  const quiet = towns.filter((town) => town.isQuiet).slice(0, 5);
  const many = (zoom: number, query: () => Partial<SearchQuery>): SearchRequest[] =>
    Array.from({ length: VARIANTS }, () => ask(zoom, query()));
  const city = () => {
    const town = pickTown(dice, towns);
    const off = () => (dice.fraction() - 0.5) * 0.1;
    return { latitude: town.latitude + off(), longitude: town.longitude + off() };
  };
  const cities = Array.from({ length: VARIANTS }, city);
  const overCities = (query: Partial<SearchQuery>) =>
    cities.map(({ latitude, longitude }) =>
      ask(CITY.zoom, { bbox: around(latitude, longitude, CITY.reach), ...query }),
    );
  return [
    {
      name: 'uniform',
      title: 'uniform viewport, 2°',
      requests: many(8, () => ({ bbox: around(30 + dice.fraction() * 17, -120 + dice.fraction() * 45, 1) })),
    },
    { name: 'city', title: 'city viewport', requests: overCities({}) },
    { name: 'city6', title: 'city viewport, 6 filters', requests: overCities(SIX) },
    {
      name: 'draw',
      title: 'drawn area, 30 points',
      requests: many(11, () => {
        const { latitude, longitude } = city();
        return { poly: [drawn(dice, latitude, longitude)] };
      }),
    },
    {
      name: 'near',
      title: 'within 5 km',
      requests: many(12, () => ({ near: { ...city(), meters: 5_000 } })),
    },
    { name: 'country', title: 'whole country', requests: [ask(4, {})] },
    { name: 'country6', title: 'whole country, 6 filters', requests: [ask(4, SIX)] },
    {
      name: 'quiet',
      title: 'towns that do not grow, 6 filters',
      requests: quiet.map(({ latitude, longitude }) =>
        ask(CITY.zoom, { bbox: around(latitude, longitude, CITY.reach), ...SIX }),
      ),
    },
  ];
}

function ask(zoom: number, query: Partial<SearchQuery>): SearchRequest {
  return { query: { searchType: 'sale', ...query }, want: new Set(USUAL), zoom };
}

/** A hand-drawn area: an irregular circle. */
function drawn(dice: Dice, latitude: number, longitude: number): Polygon {
  return Array.from({ length: 30 }, (_, i) => {
    const reach = 0.04 + dice.fraction() * 0.02;
    const angle = (i / 30) * 2 * Math.PI;
    return [latitude + reach * Math.sin(angle), longitude + reach * Math.cos(angle)] as const;
  });
}
