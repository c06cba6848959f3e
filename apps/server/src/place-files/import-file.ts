import { basename } from 'node:path';
import type { Gazetteer } from '@maru/gazetteer';
import type { Place, PlaceDataKind, PlaceLayer } from '@maru/listing/places';
import { EmptyLayer, type NewLayer, type Store } from '@maru/store';
import { CommandError } from '../commands/command-error.ts';
import { openAreaFile } from './area-file.ts';
import { ImportReport } from './import-report.ts';
import { type FileFormat, type LayerOptions, parseSchoolYear } from './layer-settings.ts';
import { openRollFile } from './roll-file.ts';
import { peek } from './rows.ts';
import { openSchoolFile } from './school-file.ts';

export interface ImportParts {
  store: Store;
  gazetteer: Gazetteer;
  say: (line: string) => void;
}

/**
 * Imports a public file and replaces the layer of the same name, in one transaction. Unusable rows are counted by
 * reason; a truncated file, or one without a valid row, changes nothing. Returns the layer.
 * @throws CommandError for errors that the user can fix
 */
export async function importPlaceFile(
  kind: PlaceDataKind,
  path: string,
  options: LayerOptions,
  { store, gazetteer, say }: ImportParts,
): Promise<ImportedLayer> {
  const report = new ImportReport();
  const states = new Set<string>();
  const asOf = options.asOf ?? dayOfName(basename(path));
  if (asOf === undefined) {
    throw new CommandError(`${path}: specify its date with --as-of YYYY-MM-DD (the file name has none).`);
  }
  try {
    if (kind === 'rolls') {
      const county = findCounty(path, options, gazetteer);
      const { format, rows } = await openRollFile(path, report);
      const layer = newLayer({ kind, path, asOf, format, options, schoolYear: null });
      const name = options.layer ?? formatName(kind, format, options, county.id);
      const states = [county.stateCode.toUpperCase()];
      const count = await store.placeData.replaceRolls(layer, county.id, {
        rows,
        outcome: () => ({ layer: name, states, refused: report.refused }),
      });
      return tell({ ...layer, layer: name, states }, count, report, say);
    }
    if (kind === 'schools') {
      const { format, rows } = await openSchoolFile(path, report);
      const counted = (async function* () {
        for await (const batch of rows) {
          for (const { state } of batch) if (state !== null && /^[A-Z]{2}$/.test(state)) states.add(state);
          yield batch;
        }
      })();
      const layer = newLayer({ kind, path, asOf, format, options, schoolYear: null });
      const name = options.layer ?? formatName(kind, format, options);
      const count = await store.placeData.replaceSchools(layer, {
        rows: counted,
        outcome: () => ({ layer: name, states: [...states], refused: report.refused }),
      });
      return tell({ ...layer, layer: name, states: [...states] }, count, report, say);
    }
    const { format, summary, rows } = await openAreaFile(path, kind, {
      report,
      gazetteer,
      isSample: options.isSample,
    });
    const [first, rest] = await peek(rows);
    if (first === undefined) throw new EmptyLayer(path);
    const told = options.schoolYear ?? parseSchoolYear(basename(path)) ?? [...summary.schoolYears][0];
    if (kind === 'attendance' && told === undefined) {
      throw new CommandError(
        `${path}: specify --school-year 2026-2027: schools are only shown as assigned with their year.`,
      );
    }
    const schoolYear = kind === 'attendance' ? (told ?? null) : null;
    const county = kind === 'levies' ? findCounty(path, options, gazetteer) : undefined;
    if (county !== undefined) summary.states.add(county.stateCode);
    const layer = {
      ...newLayer({ kind, path, asOf, format, options, schoolYear }),
      county: county?.id ?? null,
    };
    // Each state's or county's file is a layer of its own.
    const name = () => {
      const [parts, found] = [county === undefined ? [...summary.parts] : [county.id], [...summary.states]];
      const scope = parts.length === 1 ? parts[0] : found.length === 1 ? found[0]?.toLowerCase() : undefined;
      return options.layer ?? formatName(kind, format, options, scope);
    };
    const count = await store.placeData.replaceAreas(layer, {
      rows: rest,
      outcome: () => {
        if (kind === 'attendance' && options.schoolYear === undefined && summary.schoolYears.size > 1) {
          throw new CommandError(
            `${path} has several school years (${[...summary.schoolYears].join(', ')}): import one at a time.`,
          );
        }
        return { layer: name(), states: [...summary.states], refused: report.refused };
      },
    });
    return tell({ ...layer, layer: name(), states: [...summary.states] }, count, report, say);
  } catch (error) {
    if (!(error instanceof EmptyLayer)) throw error;
    for (const line of report.lines()) say(line);
    throw new CommandError(`${path}: no usable row; the existing layer is unchanged.`);
  }
}

/** The county that the file has all of: without it a file of districts says nothing of the homes outside of them. */
function findCounty(path: string, { county }: LayerOptions, gazetteer: Gazetteer): Place {
  const named = county === undefined ? undefined : gazetteer.findNamed(county);
  const slug = named !== undefined && 'place' in named ? named.place.id : (county ?? '');
  const place = gazetteer.findPlace(slug);
  if (place?.kind === 'county') return place;
  throw new CommandError(
    `${path}: specify --county "Orange County, CA": the county of which the file is whole.`,
  );
}

/** The stored layer without what its rows are about. */
export type ImportedLayer = Omit<PlaceLayer, 'hazardType'>;

interface LayerParts {
  kind: PlaceDataKind;
  path: string;
  asOf: string;
  format: FileFormat;
  options: LayerOptions;
  schoolYear: string | null;
}

function newLayer({ kind, path, asOf, format, options, schoolYear }: LayerParts): NewLayer {
  const source = options.source ?? format.source;
  if (source === '') throw new CommandError(`${path}: specify --source NAME (the file does not name it).`);
  return {
    kind,
    title: options.isSample ? `Sample ${kind}` : format.title,
    source,
    asOf,
    schoolYear,
    licence: options.licence ?? (options.isSample ? 'Invented, for trying out' : format.licence),
    link: options.link ?? (options.isSample || format.link === '' ? null : format.link),
    isSample: options.isSample,
    county: null,
    fileName: basename(path),
  };
}

/** "districts:tiger:ca-unified": a new file of the same publisher and scope replaces the old one. */
function formatName(kind: PlaceDataKind, format: FileFormat, options: LayerOptions, scope?: string): string {
  return [kind, options.isSample ? `sample-${format.id}` : format.id, scope].filter(Boolean).join(':');
}

function tell(
  layer: ImportedLayer,
  count: number,
  report: ImportReport,
  say: (line: string) => void,
): ImportedLayer {
  const states = [...layer.states].sort();
  const named = states.length > 6 ? `${states.length} states` : states.join(', ');
  const where = named === '' ? '' : ` (${named})`;
  say(
    `${layer.layer}: ${count.toLocaleString('en-US')} ${layer.kind}${where}, ${layer.source}, as of ${layer.asOf}`,
  );
  for (const line of report.lines()) say(line);
  return layer;
}

/**
 * Date in a file name: 2024 for "tl_2024_06_unsd.zip", the day for "pubschls-2026-08-01.txt"; undefined without one.
 */
function dayOfName(name: string): string | undefined {
  const day = /(?:^|\D)(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?:\D|$)/.exec(name);
  if (day !== null) return `${day[1]}-${day[2]}-${day[3]}`;
  const year = /(?:^|[_-])(20\d\d)(?:[_.-]|$)/.exec(name);
  return year === null ? undefined : `${year[1]}-01-01`;
}
