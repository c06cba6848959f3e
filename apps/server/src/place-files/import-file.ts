import { basename } from 'node:path';
import type { Gazetteer } from '@maru/gazetteer';
import type { PlaceDataKind, PlaceLayer } from '@maru/listing';
import { EmptyLayer, type NewLayer, type Store } from '@maru/store';
import { CommandError } from '../commands/command-line.ts';
import { openAreaFile } from './area-file.ts';
import { ImportReport } from './import-report.ts';
import { type FileFormat, type LayerOptions, parseSchoolYear } from './layer-settings.ts';
import { openSchoolFile } from './school-file.ts';

export interface ImportParts {
  store: Store;
  gazetteer: Gazetteer;
  say: (line: string) => void;
}

/**
 * Reads a public file and puts it in the place of the layer of the same name, in one transaction: rows that cannot be used
 * are counted with their reasons, and a file that breaks off or has no good row changes nothing. Answers the layer.
 *
 * @throws CommandError for what the owner can mend.
 */
export async function importPlaceFile(
  kind: PlaceDataKind,
  path: string,
  options: LayerOptions,
  { store, gazetteer, say }: ImportParts,
): Promise<PlaceLayer> {
  const report = new ImportReport();
  const states = new Set<string>();
  const asOf = options.asOf ?? dayOfName(basename(path));
  if (asOf === undefined) {
    throw new CommandError(`${path}: of which day is it? --as-of YYYY-MM-DD (its name does not say).`);
  }
  try {
    if (kind === 'schools') {
      const { format, rows } = await openSchoolFile(path, report);
      const counted = (async function* () {
        for await (const batch of rows) {
          for (const { state } of batch) if (state !== null && /^[A-Z]{2}$/.test(state)) states.add(state);
          yield batch;
        }
      })();
      // Its states are in its name, and they are known at the end: a directory is of one publisher.
      const layer = layerOf({ kind, path, asOf, format, options, schoolYear: null });
      const count = await store.placeData.replaceSchools(layer, {
        rows: counted,
        outcome: () => ({ states: [...states], refused: report.refused }),
      });
      return tell(layer, count, [...states], report, say);
    }
    const { format, summary, rows } = await openAreaFile(path, kind, { report, gazetteer });
    const [first, rest] = await peek(rows);
    if (first === undefined) throw new EmptyLayer(path);
    const told = options.schoolYear ?? parseSchoolYear(basename(path)) ?? [...summary.schoolYears][0];
    if (kind === 'attendance' && told === undefined) {
      throw new CommandError(
        `${path}: of which school year? --school-year 2026-2027: a school is only called assigned with its year.`,
      );
    }
    const schoolYear = kind === 'attendance' ? (told ?? null) : null;
    // A state's file is a layer of its own beside another state's.
    const only = summary.states.size === 1 ? [...summary.states][0] : undefined;
    const layer = layerOf({ kind, path, asOf, format, options, schoolYear, state: only });
    const count = await store.placeData.replaceAreas(layer, {
      rows: rest,
      outcome: () => {
        if (kind === 'attendance' && options.schoolYear === undefined && summary.schoolYears.size > 1) {
          throw new CommandError(
            `${path} has several school years (${[...summary.schoolYears].join(', ')}): one at a time.`,
          );
        }
        return { states: [...summary.states], refused: report.refused };
      },
    });
    return tell(layer, count, [...summary.states], report, say);
  } catch (error) {
    if (!(error instanceof EmptyLayer)) throw error;
    for (const line of report.lines()) say(line);
    throw new CommandError(`${path}: no row of it can be used; what was imported before stays as it was.`);
  }
}

interface LayerParts {
  kind: PlaceDataKind;
  path: string;
  asOf: string;
  format: FileFormat;
  options: LayerOptions;
  schoolYear: string | null;
  state?: string | undefined;
}

function layerOf({ kind, path, asOf, format, options, schoolYear, state }: LayerParts): NewLayer {
  const source = options.source ?? format.source;
  if (source === '') throw new CommandError(`${path}: whose is it? --source NAME (the file does not say).`);
  const scope = state === undefined ? '' : `:${state.toLowerCase()}`;
  return {
    layer: options.layer ?? `${kind}:${options.isSample ? 'sample-' : ''}${format.id}${scope}`,
    kind,
    title: options.isSample ? `Sample: ${format.title}` : format.title,
    source,
    asOf,
    schoolYear,
    licence: options.licence ?? (options.isSample ? 'Invented, for trying out' : format.licence),
    link: options.link ?? (options.isSample || format.link === '' ? null : format.link),
    isSample: options.isSample,
    fileName: basename(path),
  };
}

function tell(
  layer: NewLayer,
  count: number,
  states: readonly string[],
  report: ImportReport,
  say: (line: string) => void,
): PlaceLayer {
  const where = states.length === 0 ? '' : ` (${[...states].sort().join(', ')})`;
  say(
    `${layer.layer}: ${count.toLocaleString('en-US')} ${layer.kind}${where}, ${layer.source}, as of ${layer.asOf}`,
  );
  for (const line of report.lines()) say(line);
  return { ...layer, states };
}

/** "tl_2024_06_unsd.zip" is of 2024, "pubschls-2026-08-01.txt" of that day; undefined for a name that says neither. */
function dayOfName(name: string): string | undefined {
  const day = /(?:^|\D)(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?:\D|$)/.exec(name);
  if (day !== null) return `${day[1]}-${day[2]}-${day[3]}`;
  const year = /(?:^|[_-])(20\d\d)(?:[_.-]|$)/.exec(name);
  return year === null ? undefined : `${year[1]}-01-01`;
}

/** The first of them, and all of them again. */
async function peek<T>(rows: AsyncGenerator<T>): Promise<[T | undefined, AsyncGenerator<T>]> {
  const head = await rows.next();
  return [
    head.done === true ? undefined : head.value,
    (async function* () {
      if (head.done !== true) yield head.value;
      yield* rows;
    })(),
  ];
}
