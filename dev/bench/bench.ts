import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { alertRows } from './alerts.bench.ts';
import { applyRows } from './apply.bench.ts';
import { choicesRows } from './choices.bench.ts';
import { freshnessRows } from './freshness.bench.ts';
import { httpRows } from './http.bench.ts';
import { inboxRows } from './inbox.bench.ts';
import { ingestRows } from './ingest.bench.ts';
import { interactionRows } from './interaction.bench.ts';
import { lighthouseRows } from './lighthouse.bench.ts';
import { listRows } from './list.bench.ts';
import { listingPaintRows } from './listing-paint.bench.ts';
import { loadRows } from './load.bench.ts';
import { memoryRows } from './memory.bench.ts';
import { overloadRows } from './overload.bench.ts';
import { panRows } from './pan.bench.ts';
import type { BenchRow, Measured } from './row.ts';
import { scriptRows } from './script.bench.ts';
import { searchRows } from './search.bench.ts';
import { sqlRows } from './sql.bench.ts';
import { startRows } from './start.bench.ts';
import { suggestRows } from './suggest.bench.ts';
import { tokenRows } from './token.bench.ts';

/**
 * `npm run bench [--
 * search|choices|memory|start|suggest|list|load|sql|ingest|freshness|apply|overload|alerts|http|script|token|pan|interaction|lighthouse|listing-paint|inbox]
 * [--full] [--json] [--keep]`: each figure beside a baseline of the same run. Machines are noisy: compare only ratios
 * within one run. `--full` goes up to a million homes (half an hour, 12 GB), `--keep` writes each part to
 * dev/bench/results. Lighthouse also takes `--pages /,/guide`, `--runs 1`, `--categories performance,seo`, `--site
 * http://…` (a running site), `--reports FOLDER`.
 */
const { values: given, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean' },
    json: { type: 'boolean' },
    keep: { type: 'boolean' },
    pages: { type: 'string' },
    runs: { type: 'string' },
    categories: { type: 'string' },
    site: { type: 'string' },
    reports: { type: 'string' },
  },
});
const isFull = given.full === true;
const PARTS: Record<string, (isFull: boolean) => Promise<BenchRow[] | Measured>> = {
  search: (isFull) => searchRows(isFull ? { sizes: [10_000, 100_000, 1_000_000], seconds: 2 } : {}),
  choices: (isFull) => choicesRows(isFull ? { sizes: [100_000, 1_000_000] } : {}),
  memory: (isFull) => memoryRows(isFull ? { sizes: [100_000, 1_000_000] } : {}),
  start: (isFull) => startRows(isFull ? { sizes: [100_000, 1_000_000] } : {}),
  suggest: (isFull) => suggestRows(isFull ? { sizes: [100_000, 1_000_000] } : {}),
  list: (isFull) => listRows({ size: isFull ? 1_000_000 : 100_000 }),
  load: (isFull) => loadRows(isFull ? { sizes: [200_000] } : {}),
  sql: (isFull) => sqlRows(isFull ? { sizes: [100_000, 1_000_000] } : {}),
  ingest: () => ingestRows(),
  inbox: (isFull) => inboxRows(isFull ? { size: 1_000_000 } : {}),
  freshness: () => freshnessRows(),
  apply: (isFull) => applyRows(isFull ? { sizes: [100_000, 1_000_000] } : {}),
  overload: (isFull) => overloadRows(isFull ? { size: 100_000 } : {}),
  alerts: async () => alertRows(),
  http: httpRows,
  script: scriptRows,
  token: () => tokenRows(),
  pan: () => panRows(),
  interaction: () => interactionRows(),
  lighthouse: () => lighthouseRows(given),
  'listing-paint': () => listingPaintRows(),
};
/** Parts that do not need the built site. */
const BARE = ['search', 'choices', 'memory', 'start', 'load', 'sql', 'apply', 'alerts', 'token', 'inbox'];
const RESULTS = new URL('./results/', import.meta.url);

const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  process.stderr.write(`Unknown measurement "${unknown}"; known: ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  date: new Date().toISOString(),
};
if (given.site === undefined && (names.length === 0 || names.some((name) => !BARE.includes(name)))) {
  await buildGazetteer();
  await buildWeb();
}
const rows: BenchRow[] = [];
const texts: string[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  process.stderr.write(`measuring ${name} …\n`);
  const loadBefore = loadavg()[0]!;
  const found = await measure(isFull);
  const measured = Array.isArray(found) ? { rows: found } : found;
  const text = [...(measured.tables ?? []), formatRows(measured.rows)].join('\n\n');
  rows.push(...measured.rows);
  texts.push(text);
  if (given.keep === true) await keep(name, text, loadBefore);
}

if (given.json === true) {
  const plain = rows.map(({ name, ours, baseline, ratio, unit }) => ({ name, ours, baseline, ratio, unit }));
  process.stdout.write(`${JSON.stringify({ machine, rows: plain }, null, 2)}\n`);
} else {
  process.stdout.write(`${machineLine()}\n\n${texts.join('\n\n')}\n`);
}
process.exit(0);

function machineLine(): string {
  const { cores, cpu, memoryGiB, node, date } = machine;
  return `${cores} × ${cpu}, ${memoryGiB} GiB, Node ${node}, ${date}`;
}

function formatRows(some: BenchRow[]): string {
  const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  const width = Math.max(...some.map(({ name }) => name.length));
  return some
    .map(({ name, ours, baseline, ratio, unit, atLeast }) => {
      const wanted =
        atLeast === undefined ? '' : `  (≥ ${figure(atLeast)}${ratio >= atLeast ? '' : ': NOT REACHED'})`;
      return `${name.padEnd(width)}  ${figure(ours).padStart(9)} ${unit.padEnd(2)}  ${figure(baseline).padStart(9)} ${unit.padEnd(2)}  × ${figure(ratio)}${wanted}`;
    })
    .join('\n');
}

/** `loadBefore` is the machine's load average before the measurement. */
async function keep(name: string, text: string, loadBefore: number): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const command = `npm run bench -- ${name}${isFull ? ' --full' : ''} --keep`;
  const head = `${command}\n${machineLine()}, load ${loadBefore.toFixed(1)} before`;
  await writeFile(new URL(`${name}${isFull ? '-full' : ''}.txt`, RESULTS), `${head}\n\n${text}\n`);
}
