/** What the owner said of a file, over what the file says of itself. */
export interface LayerOptions {
  source: string | undefined;
  asOf: string | undefined;
  licence: string | undefined;
  link: string | undefined;
  schoolYear: string | undefined;
  /** Its name among the layers; else by its publisher and state. */
  layer: string | undefined;
  isSample: boolean;
}

/** What a file says of itself by the names of its columns. */
export interface FileFormat {
  /** "tiger-unsd", "cde": part of the layer's name. */
  id: string;
  title: string;
  source: string;
  licence: string;
  link: string;
}

export const PUBLIC_DOMAIN = 'Public domain (a work of the United States government)';

/** "2024-2025" of "2024-25", "2425", "SABS 2015-16"; undefined for what names no two years in a row. */
export function parseSchoolYear(text: string): string | undefined {
  const [, from = '', to = ''] = /(?:^|\D)(20\d\d)\s*[-–/]\s*(20\d\d|\d\d)(?:\D|$)/.exec(text) ?? [];
  if (from === '') return undefined;
  const next = Number(from) + 1;
  return Number(to) % 100 === next % 100 ? `${from}-${next}` : undefined;
}
