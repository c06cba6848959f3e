import { Gazetteer } from '@maru/gazetteer';
import { PLACE_DATA_KINDS, type PlaceDataKind } from '@maru/listing/places';
import { loadCommandSettings } from '../env.ts';
import { importPlaceFile } from '../place-files/import-file.ts';
import type { LayerOptions } from '../place-files/layer-settings.ts';
import { CommandError } from './command-error.ts';
import { type CommandLine, parseCommandLine, runCommand } from './command-line.ts';
import { withStore } from './open-store.ts';

/**
 * `npm run import -- KIND FILE [KIND FILE …]` imports public place files as agencies publish them (docs/imports.md);
 * `list` shows what is imported, `remove LAYER` deletes a layer. A running server picks changes up within a minute.
 */
const USAGE = `npm run import -- ${PLACE_DATA_KINDS.join('|')} FILE [--as-of YYYY-MM-DD] [--source NAME] [--licence TEXT] [--link URL] [--school-year 2026-2027] [--county NAME] [--layer NAME]
npm run import -- list
npm run import -- remove LAYER`;
const WITH_VALUE = ['as-of', 'source', 'licence', 'link', 'school-year', 'county', 'layer'];

await runCommand(async (say) => {
  const line = parseCommandLine(process.argv.slice(2), WITH_VALUE);
  const [first, second, ...more] = line.words;
  const isList = first === 'list' && second === undefined;
  const isRemoval = first === 'remove' && second !== undefined && more.length === 0;
  const files = isList || isRemoval ? [] : listFiles(line);
  const options = readOptions(line);
  await withStore(
    loadCommandSettings(),
    () => undefined,
    async (store) => {
      if (isList) {
        const layers = await store.placeData.listLayers();
        if (layers.length === 0) say('No layers are imported.');
        for (const one of layers) {
          const year = one.schoolYear === null ? '' : `, school year ${one.schoolYear}`;
          const count = one.rowsKept.toLocaleString('en-US');
          say(`${one.layer}: ${count} rows, ${one.source}, as of ${one.asOf}${year}, ${one.licence}`);
        }
        return;
      }
      if (isRemoval) {
        if (!(await store.placeData.removeLayer(second)))
          throw new CommandError(`There is no layer "${second}".`);
        say(`Removed ${second}.`);
        return;
      }
      const gazetteer = await Gazetteer.load();
      for (const { kind, path } of files)
        await importPlaceFile(kind, path, options, { store, gazetteer, say });
      const changed = await store.refreshPlaceAreas();
      if (changed > 0) say(`${changed.toLocaleString('en-US')} homes have new districts, schools or levies.`);
    },
  );
});

function listFiles({ words }: CommandLine): { kind: PlaceDataKind; path: string }[] {
  const files: { kind: PlaceDataKind; path: string }[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const kind = PLACE_DATA_KINDS.find((one) => one === words[at]);
    const path = words[at + 1];
    if (kind === undefined || path === undefined) throw new CommandError(USAGE);
    files.push({ kind, path });
  }
  if (files.length === 0) throw new CommandError(USAGE);
  return files;
}

function readOptions({ options }: CommandLine): LayerOptions {
  const unknown = [...options.keys()].filter((one) => !WITH_VALUE.includes(one) && one !== 'sample');
  if (unknown.length > 0) throw new CommandError(`--${unknown[0]} is not an option.\n${USAGE}`);
  const text = (name: string) => {
    const value = options.get(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const asOf = text('as-of');
  if (asOf !== undefined && (!/^\d{4}-\d{2}-\d{2}$/.test(asOf) || Number.isNaN(Date.parse(asOf)))) {
    throw new CommandError('--as-of must be a date: YYYY-MM-DD.');
  }
  const schoolYear = text('school-year');
  if (schoolYear !== undefined && !/^20\d\d-20\d\d$/.test(schoolYear)) {
    throw new CommandError('--school-year must be two years: 2026-2027.');
  }
  const link = text('link');
  if (link !== undefined && !(URL.canParse(link) && /^https?:$/.test(new URL(link).protocol))) {
    throw new CommandError('--link must be an http or https URL.');
  }
  return {
    source: text('source'),
    asOf,
    licence: text('licence'),
    link,
    schoolYear,
    county: text('county'),
    layer: text('layer'),
    isSample: options.has('sample'),
  };
}
