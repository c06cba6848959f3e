import { isDeepStrictEqual } from 'node:util';
import type { HomeCard } from '@maru/listing';
import type { SearchRequest } from '@maru/listing/search';
import { SearchIndex } from '@maru/search-index';
import { createSqlEngine, Store } from '@maru/store';
import { createTestDatabase, loadHomeCards, vacuumHomes } from '@maru/store/testing';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import { type Load, measureArrivals, measureLoad } from './load.ts';
import { type Question, type QuestionName, questions } from './questions.ts';
import { createBareLoop } from './rivals/bare-loop.ts';
import { createDuckDbRival } from './rivals/duckdb-rival.ts';
import { asIdRival, asRival } from './rivals/our-engines.ts';
import { PlainColumns } from './rivals/plain-columns.ts';
import type { Rival } from './rivals/rival.ts';
import { createSqliteRival } from './rivals/sqlite-rival.ts';
import type { BenchRow, Measured } from './row.ts';
import { worldChunks } from './world.ts';

export interface SearchBenchOptions {
  seed?: number;
  sizes?: number[];
  /** Seconds of each load. */
  seconds?: number;
  /** Names of rivals to leave out. */
  without?: string[];
}

/** The size at which the aims apply; with fewer homes the ratios are smaller. */
const AIMED = 1_000_000;
const CLIENTS = 8;
const GROWTH = 10;
/** Minimum runs, however slow an engine is. */
const MIN_RUNS = 3;
/** Interval between the viewport requests of other clients (ms). */
const OTHERS_INTERVAL_MS = 5;
/** Cards per insert. */
const STORED_AT_ONCE = 50_000;

/** Ours: with the ids of the page, as rivals answer, and with its cards, as our SQL engine answers. */
const MEMORY = 'memory';
const WITH_CARDS = 'memory, cards';
const NO_OTHERS = [MEMORY, WITH_CARDS, 'bare loop'];

interface Timed {
  question: Question;
  /** The median number of homes found. */
  found: number;
  byRival: Map<string, { one: Load; eight: Load }>;
}

/**
 * The index in memory beside alternatives, each with the same homes and searches, every part of the answer wanted:
 * SQL on PostgreSQL, DuckDB, SQLite with its R-tree, and a loop over the rows in view. All answers are compared
 * before anything is timed; a difference ends the measurement.
 */
export async function searchRows({
  seed = 42,
  sizes = [10_000, 100_000],
  seconds = 1,
  without = [],
}: SearchBenchOptions = {}): Promise<Measured> {
  const measured: Measured = { rows: [], tables: [] };
  for (const size of sizes) {
    const began = performance.now();
    const rivals = await createRivals(seed, size, without);
    process.stderr.write(
      `  ${homes(size)}: filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
    );
    try {
      const searches = questions(seed);
      const timed: Timed[] = [];
      for (const question of searches) {
        const totals = await expectSameAnswers(question, rivals);
        const byRival: Timed['byRival'] = new Map();
        for (const rival of rivals) {
          const { requests } = question;
          const ask = (run: number) => rival.answer(requests[run % requests.length]!);
          await measureLoad(ask, { clients: 1, seconds: seconds / 5 });
          const one = await measureLoad(ask, { clients: 1, seconds, atLeast: MIN_RUNS });
          const eight = await measureLoad(ask, { clients: CLIENTS, seconds, atLeast: MIN_RUNS });
          byRival.set(rival.name, { one, eight });
        }
        timed.push({ question, found: totals.toSorted((a, b) => a - b)[totals.length >> 1]!, byRival });
        process.stderr.write(`  ${homes(size)}: ${question.title}\n`);
      }
      measured.tables?.push(formatTable(size, timed));
      measured.rows.push(...buildAimRows(size, timed));
      const [memory] = rivals as [Rival];
      measured.rows.push(await growthRow(seed, size, memory, searches, seconds));
      measured.rows.push(await othersRow(size, memory, searches, seconds));
    } finally {
      await Promise.all(rivals.map((rival) => rival.close()));
    }
  }
  return measured;
}

/** All engines, filled from one pass over the world; ours in memory first. */
async function createRivals(seed: number, size: number, without: string[]): Promise<Rival[]> {
  const index = new SearchIndex({ now: () => RANDOM_NOW });
  const columns = new PlainColumns(size);
  const sql = without.includes('sql') ? undefined : await createSqlRival();
  for (const chunk of worldChunks({ seed, size, quietAfter: size / GROWTH })) {
    index.apply({ upserts: chunk, removals: [] }, '1');
    for (const card of chunk) columns.add(card);
    await sql?.add(chunk);
  }
  columns.finish();
  await index.settled();
  const rivals = [asIdRival(MEMORY, index, () => index.close()), asRival(WITH_CARDS, index)];
  if (sql !== undefined) rivals.push(await sql.finish());
  if (!without.includes('DuckDB')) rivals.push(await createDuckDbRival(columns));
  if (!without.includes('SQLite R-tree')) rivals.push(await createSqliteRival(columns));
  rivals.push(createBareLoop(columns));
  return rivals;
}

async function createSqlRival() {
  const database = await createTestDatabase();
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  let cards: HomeCard[] = [];
  const load = async () => {
    await loadHomeCards(store, cards);
    cards = [];
  };
  return {
    async add(chunk: HomeCard[]): Promise<void> {
      cards.push(...chunk);
      if (cards.length >= STORED_AT_ONCE) await load();
    },
    async finish(): Promise<Rival> {
      if (cards.length > 0) await load();
      await vacuumHomes(store);
      return asRival('sql', createSqlEngine(store, { now: () => RANDOM_NOW }), async () => {
        await store.close();
        await database.drop();
      });
    },
  };
}

/** Throws where a rival's answer differs from the first. Returns the totals of the search's variants. */
async function expectSameAnswers(
  { title, requests }: Question,
  [first, ...others]: Rival[],
): Promise<number[]> {
  const totals: number[] = [];
  for (const [at, request] of requests.entries()) {
    const ours = await first!.answer(request);
    totals.push(ours.total);
    for (const other of others) {
      const theirs = await other.answer(request);
      for (const part of Object.keys(ours) as (keyof typeof ours)[]) {
        if (isDeepStrictEqual(ours[part], theirs[part])) continue;
        throw new Error(
          `${title}, variant ${at}: ${part} of ${first!.name} and ${other.name} differ: ` +
            `${JSON.stringify(ours[part])?.slice(0, 500)} and ${JSON.stringify(theirs[part])?.slice(0, 500)}`,
        );
      }
    }
  }
  return totals;
}

/** The aims of the search, each beside its baseline. */
function buildAimRows(size: number, timed: Timed[]): BenchRow[] {
  const aim = (atLeast: number) => (size >= AIMED ? { atLeast } : {});
  const findLoads = (name: QuestionName) => timed.find(({ question }) => question.name === name)!.byRival;
  const viewport = findLoads('city6');
  const ours = viewport.get(MEMORY)!;
  const rows: BenchRow[] = [];
  for (const [name, { eight }] of viewport) {
    if (NO_OTHERS.includes(name)) continue;
    const as = name === 'sql' ? WITH_CARDS : MEMORY;
    const { perSecond } = viewport.get(as)!.eight;
    rows.push({
      name: `${as}, city viewport, 6 filters, ${CLIENTS} clients, ${homes(size)} · ${name}`,
      ours: perSecond,
      baseline: eight.perSecond,
      ratio: perSecond / eight.perSecond,
      unit: '/s',
      ...aim(20),
    });
  }
  const loop = viewport.get('bare loop')!;
  rows.push({
    name: `memory, city viewport, 6 filters, p50, ${homes(size)} · a bare loop over the rows in view`,
    ours: ours.one.median,
    baseline: loop.one.median,
    ratio: loop.one.median / ours.one.median,
    unit: 'ms',
    ...aim(1 / 4),
  });
  const most = 25;
  for (const name of ['country', 'country6'] as const) {
    const { one } = findLoads(name).get(MEMORY)!;
    rows.push({
      name: `memory, ${name === 'country' ? '' : '6 filters, '}whole country, p95, ${homes(size)} · ${most} ms`,
      ours: one.p95,
      baseline: most,
      ratio: most / one.p95,
      unit: 'ms',
      ...aim(1),
    });
  }
  return rows;
}

/** Over quiet towns: the same searches with all homes and with a tenth of them elsewhere. */
async function growthRow(
  seed: number,
  size: number,
  large: Rival,
  searches: Question[],
  seconds: number,
): Promise<BenchRow> {
  const index = new SearchIndex({ now: () => RANDOM_NOW });
  for (const chunk of worldChunks({ seed, size: size / GROWTH }))
    index.apply({ upserts: chunk, removals: [] }, '1');
  await index.settled();
  const small = asIdRival('memory, small', index);
  const question = searches.find(({ name }) => name === 'quiet')!;
  await expectSameAnswers(question, [large, small]);
  const { requests } = question;
  const time = (rival: Rival) =>
    measureLoad((run) => rival.answer(requests[run % requests.length]!), { clients: 1, seconds });
  // Interleaved, so that other load of the machine affects both alike.
  const times = { small: [] as number[], large: [] as number[] };
  for (let turn = 0; turn < 5; turn++) {
    times.small.push((await time(small)).median);
    times.large.push((await time(large)).median);
  }
  await index.close();
  const [baseline, ours] = [Math.min(...times.small), Math.min(...times.large)];
  return {
    name: `memory, the same homes in view, p50, ${homes(size)} · ${homes(size / GROWTH)}`,
    ours,
    baseline,
    ratio: baseline / ours,
    unit: 'ms',
    ...(size >= AIMED ? { atLeast: 1 / 1.3 } : {}),
  };
}

/**
 * The p99 of viewport searches every few ms while another client searches the whole country, unfiltered and filtered,
 * without pause.
 */
async function othersRow(
  size: number,
  memory: Rival,
  searches: Question[],
  seconds: number,
): Promise<BenchRow> {
  const findRequests = (name: QuestionName): SearchRequest[] =>
    searches.find((question) => question.name === name)!.requests;
  const viewports = findRequests('city6');
  const others = () =>
    measureArrivals((run) => memory.answer(viewports[run % viewports.length]!), {
      every: OTHERS_INTERVAL_MS,
      seconds: 2 * seconds,
    });
  await others();
  const usual = await others();
  let isOver = false;
  const countries = (async () => {
    const searches = [...findRequests('country'), ...findRequests('country6')];
    for (let run = 0; !isOver; run++) {
      await memory.answer(searches[run % searches.length]!);
      await new Promise((go) => setImmediate(go));
    }
  })();
  const meanwhile = await others();
  isOver = true;
  await countries;
  return {
    name: `memory, viewport p99 while the whole country is asked, ${homes(size)} · usual`,
    ours: meanwhile.p99,
    baseline: usual.p99,
    ratio: usual.p99 / meanwhile.p99,
    unit: 'ms',
    ...(size >= AIMED ? { atLeast: 1 / 3 } : {}),
  };
}

function formatTable(size: number, timed: Timed[]): string {
  const names = [...timed[0]!.byRival.keys()];
  const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));
  const lines = [
    ['', 'found', ...names],
    ...timed.map(({ question, found, byRival }) => [
      question.title,
      found.toLocaleString('en-US'),
      ...names.map((name) => {
        const { one, eight } = byRival.get(name)!;
        const times = [one.min, one.median, one.p95].map(figure).join(' ');
        return `${times} ${`${figure(eight.perSecond)}/s`.padStart(8)}`;
      }),
    ]),
  ];
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const text = lines.map((line) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
  );
  return `${homes(size)}: min p50 p95 in ms of 1 client, answers/s of ${CLIENTS}\n${text.join('\n')}`;
}

function homes(count: number): string {
  return `${count.toLocaleString('en-US')} homes`;
}
