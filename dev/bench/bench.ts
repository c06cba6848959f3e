import { cpus, totalmem } from 'node:os';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { freshnessRows } from './freshness.bench.ts';
import { httpRows } from './http.bench.ts';
import { ingestRows } from './ingest.bench.ts';
import type { BenchRow } from './row.ts';
import { scriptRows } from './script.bench.ts';
import { searchRows } from './search.bench.ts';
import { sqlRows } from './sql.bench.ts';

/**
 * `npm run bench [-- search|sql|ingest|freshness|http|script] [--json]`: one table, each figure beside a baseline of the same
 * run. Machines are noisy: only ratios within one run mean anything.
 */
const PARTS: Record<string, () => Promise<BenchRow[]>> = {
  search: searchRows,
  sql: sqlRows,
  ingest: () => ingestRows(),
  freshness: () => freshnessRows(),
  http: httpRows,
  script: scriptRows,
};

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no measurement "${unknown}"; there are ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}
await buildGazetteer();
await buildWeb();
const rows: BenchRow[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  process.stderr.write(`measuring ${name} …\n`);
  rows.push(...(await measure()));
}

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  date: new Date().toISOString(),
};
if (process.argv.includes('--json')) {
  const plain = rows.map(({ name, ours, baseline, ratio, unit }) => ({ name, ours, baseline, ratio, unit }));
  process.stdout.write(`${JSON.stringify({ machine, rows: plain }, null, 2)}\n`);
} else {
  const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  const width = Math.max(...rows.map(({ name }) => name.length));
  process.stdout.write(
    `${machine.cores} × ${machine.cpu}, ${machine.memoryGiB} GiB, Node ${machine.node}, ${machine.date}\n\n`,
  );
  for (const { name, ours, baseline, ratio, unit, atLeast } of rows) {
    const wanted = atLeast === undefined ? '' : `  (≥ ${atLeast}${ratio >= atLeast ? '' : ': NOT REACHED'})`;
    process.stdout.write(
      `${name.padEnd(width)}  ${figure(ours).padStart(9)} ${unit.padEnd(2)}  ${figure(baseline).padStart(9)} ${unit.padEnd(2)}  × ${figure(ratio)}${wanted}\n`,
    );
  }
}
process.exit(0);
