/** Command-line options that override what the file says. */
export interface LayerOptions {
  source: string | undefined;
  asOf: string | undefined;
  licence: string | undefined;
  link: string | undefined;
  schoolYear: string | undefined;
  /** Special tax districts and rolls: name or slug of the county that the file is of, whole. */
  county: string | undefined;
  /** Name of the layer; default: publisher and state. */
  layer: string | undefined;
  isSample: boolean;
}

/** A file format, recognized by its column names. */
export interface FileFormat {
  /** "tiger-unsd", "cde": part of the layer's name. */
  id: string;
  title: string;
  source: string;
  licence: string;
  link: string;
}

export const PUBLIC_DOMAIN = 'Public domain (a work of the United States government)';

/**
 * Normalizes "2024-25", "2425" and "SABS 2015-16" to "2024-2025"; undefined for anything that is not two consecutive
 * years.
 */
export function parseSchoolYear(text: string): string | undefined {
  const [, from = '', to = ''] = /(?:^|\D)(20\d\d)\s*[-–/]\s*(20\d\d|\d\d)(?:\D|$)/.exec(text) ?? [];
  if (from === '') return undefined;
  const next = Number(from) + 1;
  return Number(to) % 100 === next % 100 ? `${from}-${next}` : undefined;
}
