import type { FeatureCollection } from 'geojson';
import { type Agent, hireAgents, memberRow, officeRow } from './agents.ts';
import { type Area, marketAreas, shareOut } from './areas.ts';
import { DATASETS, type DatasetName, type MarketChange, type MarketDataset } from './dataset.ts';
import { DAY, type HomeFacts, imagineHome } from './home-facts.ts';
import { openHouseRow } from './open-houses.ts';
import { drawJpeg, drawScene } from './pictures/picture.ts';
import { isoOf, propertyRow } from './property-row.ts';
import { type Random, randomOf } from './random.ts';
import type { ResoRow } from './reso-row.ts';
import { type Lot, planTown } from './streets.ts';
import { changeHome } from './tick.ts';

export interface MarketOptions {
  seed: number;
  /** Homes; 50 to 200,000. */
  size: number;
  now: Date;
  /** Address before `/photos/…`, without a slash at its end. */
  mediaBase?: string;
}

/** An invented property market as RESO Web APIs would serve it. */
export interface Market {
  /** The market as its two MLSs have it. The way to read a market of any size. */
  readonly datasets: readonly [MarketDataset, MarketDataset];
  /** All rows of both datasets, for small markets in tests; `tick` replaces members and adds new ones at the end. */
  properties: ResoRow[];
  members: ResoRow[];
  offices: ResoRow[];
  openHouses: ResoRow[];
  /** Lets `changes` things happen at `now`; answers what they did. Rows that changed or came are stamped `now`. */
  tick(now: Date, changes: number): MarketChange[];
  /** Streets (LineString), parks and water (Polygon) with `name` and `kind`: the ground that the homes stand on. */
  streets(): FeatureCollection;
  /** SVG, 960 × 720, of a MediaURL or its path. Throws for a picture that no home has. */
  drawPhotoSvg(path: string): string;
  /** The same as JPEG. */
  drawPhoto(path: string): Promise<Buffer>;
}

/** States of the first MLS. */
const WEST = 'CA WA OR AK HI NV AZ UT ID MT WY CO NM'.split(' ');

/** What each Irvine ZIP code has at 20,000 homes, active and displayable; other sizes in proportion. */
const ASSURED = { sale: 33, rent: 11 };

/**
 * The market of `seed`: the same options give the same rows, byte for byte. Three quarters of the homes are for
 * sale, one quarter for rent; a third of all stand in and around Irvine.
 */
export function createMarket(options: MarketOptions): Market {
  const { seed, size, now, mediaBase = 'http://sample.invalid' } = options;
  if (!Number.isInteger(size) || size < 1)
    throw new RangeError(`size ${size}: a whole number of homes is needed`);
  const areas = marketAreas();
  const counts = shareOut(areas, size);
  const roster = hireAgents(seed, areas, counts);
  const plan = planTown(seed, areas, counts);
  const supply = new Map<string, () => Lot>();
  const facts: HomeFacts[] = [];
  const positionOf = new Map<string, number>();
  const properties: ResoRow[] = [];
  const openHouses: ResoRow[] = [];
  const agentFor = (area: Area, random: Random): Agent => roster.pick(area, random);

  const add = (home: HomeFacts) => {
    positionOf.set(home.key, facts.length);
    facts.push(home);
    const row = propertyRow(home, mediaBase);
    properties.push(row);
    if (home.openHouse) openHouses.push(openHouseRow(home, home.openHouse));
    return row;
  };

  const cancelOpenHouse = (home: HomeFacts) => {
    const where = openHouses.findIndex((row) => row.ListingKey === home.key);
    if (where < 0 || !home.openHouse) return;
    openHouses[where] = { ...openHouseRow(home, home.openHouse), OpenHouseStatus: 'Canceled' };
  };

  let index = 0;
  areas.forEach((area, at) => {
    const count = counts[at] ?? 0;
    if (count === 0) return;
    const takeLot = lotSupply(
      mixLots(plan.lots.get(area.zip) ?? [], area, randomOf(seed, 'lots', area.zip)).slice(0, count * 2 + 50),
    );
    supply.set(area.zip, takeLot);
    const seen = { sale: 0, rent: 0 };
    for (let i = 0; i < count; i++) {
      const rent = index % 4 === 2;
      const assured = area.irvine && seen[rent ? 'rent' : 'sale']++ < ASSURED[rent ? 'rent' : 'sale'];
      add(imagineHome({ seed, index, area, lot: takeLot(), rent, assured, now: now.getTime(), agentFor }));
      index++;
    }
  });

  // Most doors will never be offered; the ones above suffice for a long time of ticks.
  plan.lots.clear();

  const rosterStamp = (salt: string) =>
    isoOf(now.getTime() - Math.floor(randomOf(seed, salt).between(1, 300) * DAY), '');
  let ticks = 0;
  const findHome = (path: string): { home: HomeFacts; number: number } => {
    const match = /\/photos\/([^/?#]+)\/(\d+)\.jpg/.exec(path);
    const home = facts[positionOf.get(match?.[1] ?? '') ?? -1];
    const number = Number(match?.[2]);
    if (!home || number < 1 || number > home.photosCount)
      throw new RangeError(`no picture at ${path.slice(0, 200)}`);
    return { home, number };
  };
  const members = roster.agents.map((agent) => memberRow(agent, rosterStamp(agent.key)));
  const offices = roster.offices.map((office) => officeRow(office, rosterStamp(office.key)));
  const datasetOf = (home: HomeFacts): DatasetName =>
    WEST.includes(home.area.state) ? 'sample' : 'sample-two';
  const datasetFor = (dataset: DatasetName): MarketDataset => ({
    dataset,
    get size() {
      return facts.filter((home) => datasetOf(home) === dataset).length;
    },
    findRow(listingKey) {
      const at = positionOf.get(listingKey);
      return at !== undefined && datasetOf(facts[at]!) === dataset ? properties[at] : undefined;
    },
    *stamps() {
      for (const [at, home] of facts.entries())
        if (datasetOf(home) === dataset)
          yield {
            listingKey: home.key,
            modificationTimestamp: String(properties[at]!.ModificationTimestamp),
          };
    },
    members: members.filter(
      (row) => WEST.includes(String(row.MemberStateLicenseState)) === (dataset === 'sample'),
    ),
    offices: offices.filter(
      (row) => WEST.includes(String(row.OfficeStateOrProvince)) === (dataset === 'sample'),
    ),
    get openHouses() {
      return openHouses.filter(
        (row) => datasetOf(facts[positionOf.get(String(row.ListingKey))!]!) === dataset,
      );
    },
  });
  return {
    datasets: [datasetFor(DATASETS[0]), datasetFor(DATASETS[1])],
    properties,
    members,
    offices,
    openHouses,
    tick(at, changes) {
      const random = randomOf(seed, 'tick', ticks++);
      const changed = new Map<string, MarketChange>();
      const note = (home: HomeFacts, kind: MarketChange['kind']) => {
        const before = changed.get(home.key);
        if (before === undefined)
          changed.set(home.key, { dataset: datasetOf(home), listingKey: home.key, kind });
      };
      for (let i = 0; i < changes; i++) {
        if (random.chance(0.2)) {
          const { area } = facts[random.int(0, facts.length - 1)]!;
          const rent = random.chance(0.25);
          const home = imagineHome({
            seed,
            index: index++,
            area,
            lot: supply.get(area.zip)!(),
            rent,
            assured: true,
            now: at.getTime(),
            agentFor,
          });
          const fresh: HomeFacts = {
            ...home,
            enteredAt: at.getTime(),
            statusAt: at.getTime(),
            modifiedAt: at.getTime(),
            photosAt: at.getTime(),
            micros: '',
            previousListPrice: null,
            priceChangedAt: null,
            originalListPrice: home.listPrice,
            majorChange: 'New Listing',
            openHouse: null,
          };
          add(fresh);
          note(fresh, 'added');
          continue;
        }
        const where = random.int(0, facts.length - 1);
        const home = changeHome(facts[where]!, at.getTime(), random);
        facts[where] = home;
        properties[where] = propertyRow(home, mediaBase);
        note(home, 'changed');
        if (home.openHouse && home.status !== 'Active') cancelOpenHouse(home);
      }
      return [...changed.values()];
    },
    streets: () => plan.features,
    drawPhotoSvg(path) {
      const { home, number } = findHome(path);
      return drawScene(home, number);
    },
    async drawPhoto(path) {
      const { home, number } = findHome(path);
      return drawJpeg(drawScene(home, number));
    },
  };
}

/** How often a door of each kind is for sale or rent, beside one house. */
const TURNOVER: Record<Area['character'], Record<Lot['kind'], number>> = {
  village: { houses: 1, townhouses: 0.34, condos: 0.22, towers: 0.2, park: 0, water: 0 },
  suburb: { houses: 1, townhouses: 0.24, condos: 0.2, towers: 0.2, park: 0, water: 0 },
  urban: { houses: 1, townhouses: 0.5, condos: 0.6, towers: 0.5, park: 0, water: 0 },
  town: { houses: 1, townhouses: 0.15, condos: 0.1, towers: 0.1, park: 0, water: 0 },
};

/** The lots in chance order, weighted so that a tower does not drown the houses around it. */
function mixLots(lots: Lot[], area: Area, random: Random): Lot[] {
  const turnover = TURNOVER[area.character];
  return lots
    .map((lot) => ({ lot, rank: -Math.log(1 - random.next()) / turnover[lot.kind] }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ lot }) => lot);
}

/** Lots without end: when all doors of a ZIP code are taken, the next round gets a letter. */
function lotSupply(lots: Lot[]): () => Lot {
  let taken = 0;
  return () => {
    const lot = lots[taken % lots.length];
    if (!lot) throw new Error('a ZIP code without lots');
    const round = Math.floor(taken / lots.length);
    taken++;
    if (round === 0) return lot;
    const letter = String.fromCharCode(64 + ((round - 1) % 26) + 1);
    return { ...lot, unit: `${lot.unit ?? ''}${letter}` };
  };
}
