import * as drawings from '@maru/contract/icons';

/** An answer in Iconify's JSON: `body` is what stands within the `<svg>`. */
export interface IconSet {
  prefix: string;
  icons: Record<string, { body: string }>;
  /** Those of the asked names that the collection lacks. */
  not_found?: string[];
  width: number;
  height: number;
}

const BODIES: ReadonlyMap<string, string> = new Map(
  Object.entries(drawings).map(([name, path]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    `<path d="${path}" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/>`,
  ]),
);

/** The one collection that we ship, all of it our own drawings. */
export const ICON_COLLECTION = 'maru';
export const ICON_NAMES: readonly string[] = [...BODIES.keys()];

/** The icons of these names, each once, in the order of their names, so that the same question has one answer. */
export function iconsOf(names: readonly string[]): IconSet {
  const asked = [...new Set(names)].sort();
  const missing = asked.filter((name) => !BODIES.has(name));
  return {
    prefix: ICON_COLLECTION,
    icons: Object.fromEntries(
      asked.flatMap((name) => {
        const body = BODIES.get(name);
        return body === undefined ? [] : [[name, { body }]];
      }),
    ),
    ...(missing.length === 0 ? {} : { not_found: missing }),
    width: 24,
    height: 24,
  };
}
