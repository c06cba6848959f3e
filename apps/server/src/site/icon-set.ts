import * as drawings from '@maru/contract/icons';

/** Iconify's JSON; `body` is the content of `<svg>`. */
export interface IconSet {
  prefix: string;
  icons: Record<string, { body: string }>;
  /** Requested names that the collection lacks. */
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

/** The collection of our own icons. */
export const ICON_COLLECTION = 'maru';
export const ICON_NAMES: readonly string[] = [...BODIES.keys()];

/** The named icons without duplicates, sorted by name, so that equal requests have equal responses. */
export function selectIcons(names: readonly string[]): IconSet {
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
