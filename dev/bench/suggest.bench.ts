import { Gazetteer } from '@maru/gazetteer';
import type { HomeCard } from '@maru/listing';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { Store } from '@maru/store';
import { createTestDatabase } from '@maru/store/testing';
import { suggest } from '../../apps/server/src/search/suggest.ts';
import type { BenchOptions, BenchRow, Measured } from './row.ts';
import { suggestChunks, typedTexts } from './suggest-world.ts';

/** Limits: memory of the address index at a million homes (MB), and latency of its answer (ms). */
const MAX_MEGABYTES = 250;
const MAX_MS = 2;
const LIMIT = 8;
/** Changes per read of the change feed. */
const CHANGES = 500;

/** Common forms of a pg_trgm query: similar to the whole name, or to words of it. */
const FORMS = {
  '%': 'select name from known_name where name % $1 order by similarity(name, $1) desc, name limit 8',
  '<%': 'select name from known_name where $1 <% name order by $1 <<-> name, name limit 8',
};

/**
 * Suggestions for every prefix of typical inputs, places and addresses together as GET /home/suggest answers, beside
 * pg_trgm over the same names. Each text counts with its best run, which other load of the machine affects least; p50
 * and p99 are over the texts.
 */
export async function suggestRows({
  seed = 42,
  sizes = [100_000],
  runs = 5,
}: BenchOptions = {}): Promise<Measured> {
  const rows: BenchRow[] = [];
  const tables: string[] = [];
  const gazetteer = await Gazetteer.load();
  for (const size of sizes) {
    const title = `${size.toLocaleString('en-US')} homes`;
    const texts = typedTexts();
    const index = new SearchIndex({ workers: 0 });
    const addresses = new AddressIndex(index);
    const database = await createTestDatabase();
    const store = await Store.open({ databaseUrl: database.databaseUrl });
    try {
      await store.pool.query('create extension pg_trgm');
      await store.pool.query('create table known_name (name text)');
      await keepNames(store, [...gazetteer.names()]);
      let built = 0;
      let last: HomeCard[] = [];
      const [loading, addressing] = [index.startLoad(size), addresses.startLoad()];
      for (const cards of suggestChunks(seed, size, gazetteer)) {
        loading.add(cards);
        built += measureTime(() => addressing.add(cards));
        await keepNames(store, cards.flatMap(listAddressParts));
        last = cards;
      }
      await loading.finish('1');
      const finishing = performance.now();
      await addressing.finish();
      built += performance.now() - finishing;
      // No timeout: it takes longer than a page would wait.
      const text = `begin; set local statement_timeout = 0;
        create index on known_name using gin (name gin_trgm_ops); commit`;
      await store.pool.query({ text, query_timeout: 600_000 } as { text: string });
      await store.pool.query('vacuum analyze known_name');

      const answer = (text: string) =>
        suggest(
          text,
          { locale: 'ko', searchType: 'sale', limit: LIMIT },
          // No schools imported, as on a new site.
          { gazetteer, addresses, index, placeNames: { suggest: () => [] } },
        );
      const whole = await measureSpread(texts, runs, answer);
      const places = await measureSpread(texts, runs, (text) =>
        gazetteer.suggest(text, { locale: 'ko', limit: LIMIT }),
      );
      const homes = await measureSpread(texts, runs, (text) => addresses.suggest(text, LIMIT));
      const applied = applyTimes(addresses, index, last);
      // Slow over a large table: fewer texts are enough there.
      const every = size > 200_000 ? 16 : 2;
      const sampled = texts.filter((_, at) => at % every === 0);
      const suggested = await measureSpread(sampled, runs, answer);
      const trigram = await fasterForm(store, sampled);
      const names = `${title}, ${sampled.length} texts · pg_trgm (${trigram.form})`;
      rows.push(
        row(`suggest p99, ${names}`, suggested.p99, trigram.p99, 'ms', 5),
        row(`suggest p50, ${names}`, suggested.p50, trigram.p50, 'ms'),
        row(`addresses alone p99, ${title} · ${MAX_MS} ms`, homes.p99, MAX_MS, 'ms', 1),
        row(
          `address index, ${title} · ${MAX_MEGABYTES} MB a million`,
          addresses.usedBytes / 1e6,
          (MAX_MEGABYTES * size) / 1e6,
          'MB',
          size < 1_000_000 ? undefined : 1,
        ),
      );
      tables.push(
        [
          `suggest, ${title}, ${texts.length} texts, best of ${runs} each (ms)`,
          line('places and addresses', whole),
          line('places', places),
          line('addresses', homes),
          `built in ${(built / 1000).toFixed(1)} s; ${CHANGES} changes: ${applied.map((ms) => ms.toFixed(1)).join(', ')} ms`,
        ].join('\n'),
      );
    } finally {
      await store.close();
      await database.drop();
    }
  }
  return { rows, tables };
}

interface Spread {
  p50: number;
  p99: number;
  worst: { text: string; ms: number }[];
}

async function measureSpread(texts: string[], runs: number, ask: (text: string) => unknown): Promise<Spread> {
  const best = texts.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < runs; run++) {
    for (const [at, text] of texts.entries()) {
      const start = performance.now();
      await ask(text);
      best[at] = Math.min(best[at]!, performance.now() - start);
    }
  }
  const order = texts.map((text, at) => ({ text, ms: best[at]! })).sort((a, b) => a.ms - b.ms);
  const share = (part: number) => order[Math.min(order.length - 1, Math.floor(order.length * part))]!.ms;
  return { p50: share(0.5), p99: share(0.99), worst: order.slice(-3).reverse() };
}

async function fasterForm(store: Store, texts: string[]): Promise<Spread & { form: string }> {
  let fastest: (Spread & { form: string }) | undefined;
  for (const [form, text] of Object.entries(FORMS)) {
    const name = `suggest ${form}`;
    const spread = await measureSpread(texts, 2, (typed) =>
      store.pool.query({ name, text, values: [typed] }),
    );
    if (fastest === undefined || spread.p99 < fastest.p99) fastest = { ...spread, form };
  }
  return fastest!;
}

/** The duration of applying 500 changes: half of the homes get another price, half another address. */
function applyTimes(addresses: AddressIndex, index: SearchIndex, cards: HomeCard[]): number[] {
  const times: number[] = [];
  for (let from = 0; from + CHANGES * 2 <= cards.length && times.length < 8; from += CHANGES) {
    const upserts = cards.slice(from, from + CHANGES).map((card, at) => {
      const other = cards[from + CHANGES + at]!;
      const { streetLine, city, stateOrProvince, postalCode } = other;
      return at % 2 === 0
        ? { ...card, listPrice: 500_000 + at }
        : { ...card, streetLine, city, stateOrProvince, postalCode };
    });
    index.apply({ upserts, removals: [] }, `changed-${from}`);
    times.push(measureTime(() => addresses.apply({ upserts, removals: [] })));
  }
  return times;
}

async function keepNames(store: Store, names: string[]): Promise<void> {
  await store.pool.query('insert into known_name select unnest($1::text[])', [names]);
}

function listAddressParts({ streetLine, city, stateOrProvince, postalCode }: HomeCard): string[] {
  if (streetLine === null) return [];
  return [`${streetLine}, ${city}, ${stateOrProvince} ${postalCode}`];
}

function measureTime(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function row(
  name: string,
  ours: number,
  baseline: number,
  unit: BenchRow['unit'],
  atLeast?: number,
): BenchRow {
  return {
    name,
    ours,
    baseline,
    ratio: baseline / ours,
    unit,
    ...(atLeast === undefined ? {} : { atLeast }),
  };
}

function line(name: string, { p50, p99, worst }: Spread): string {
  const slowest = worst.map(({ text, ms }) => `"${text}" ${ms.toFixed(2)}`).join(', ');
  return `${name.padEnd(22)} p50 ${p50.toFixed(3)}  p99 ${p99.toFixed(3)}  slowest ${slowest}`;
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  const { rows, tables = [] } = await suggestRows(sizes.length > 0 ? { sizes } : {});
  console.log(tables.join('\n\n'));
  for (const { name, ours, baseline, ratio, unit, atLeast } of rows) {
    const wanted = atLeast === undefined ? '' : ` (≥ ${atLeast}${ratio >= atLeast ? '' : ': NOT REACHED'})`;
    console.log(
      `${name}  ${ours.toFixed(3)} ${unit}  ${baseline.toFixed(3)} ${unit}  × ${ratio.toFixed(1)}${wanted}`,
    );
  }
  process.exit(0);
}
