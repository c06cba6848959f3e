/** Icon fetch timeout (rule S9.3), ms. */
export const ICON_TIMEOUT_MS = 1_500;

export interface IconParts {
  /** Resolves to JSON; rejects for everything else. */
  fetchJson(address: string, signal: AbortSignal): Promise<unknown>;
  /** URL of a public icon service with the same API (`https://api.iconify.design`); empty: none. */
  fallbackUrl: string;
  timeoutMs?: number;
}

/** The SVG content of an icon and the size of its grid. */
export interface LoadedIcon {
  body: string;
  width: number;
  height: number;
}

const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/**
 * Loads icons by names such as `maru:house`: from our own URL; after 1500 ms or an error from the public service, if one is
 * configured. One request per collection. Icons that cannot be loaded are left out; it never rejects.
 */
export async function loadIcons(
  names: readonly string[],
  parts: IconParts,
): Promise<Map<string, LoadedIcon>> {
  const found = new Map<string, LoadedIcon>();
  const collections = new Map<string, string[]>();
  for (const name of names) {
    const [, collection, icon] = NAME.exec(name) ?? [];
    if (collection === undefined || icon === undefined) continue;
    collections.set(collection, [...(collections.get(collection) ?? []), icon]);
  }
  await Promise.all(
    [...collections].map(async ([collection, icons]) => {
      let missing = icons;
      for (const base of ['/api/_nuxt_icon', parts.fallbackUrl]) {
        if (base === '' || missing.length === 0) continue;
        const answer = await ask(`${base}/${collection}.json?icons=${missing.join(',')}`, parts);
        for (const icon of missing) {
          const one = parseIcon(answer, icon);
          if (one !== null) found.set(`${collection}:${icon}`, one);
        }
        missing = missing.filter((icon) => !found.has(`${collection}:${icon}`));
      }
    }),
  );
  return found;
}

async function ask(address: string, { fetchJson, timeoutMs = ICON_TIMEOUT_MS }: IconParts): Promise<unknown> {
  try {
    return await fetchJson(address, AbortSignal.timeout(timeoutMs));
  } catch {
    return undefined;
  }
}

/** Reads an icon from Iconify's JSON; null for malformed JSON or a missing icon. */
function parseIcon(answer: unknown, icon: string): LoadedIcon | null {
  const set = answer as {
    icons?: Record<string, Partial<LoadedIcon>>;
    width?: number;
    height?: number;
  } | null;
  const icons = set?.icons;
  if (typeof icons !== 'object' || icons === null || !Object.hasOwn(icons, icon)) return null;
  const one = icons[icon];
  if (typeof one?.body !== 'string') return null;
  const size = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined);
  return {
    body: one.body,
    width: size(one.width) ?? size(set?.width) ?? 16,
    height: size(one.height) ?? size(set?.height) ?? 16,
  };
}

/** The icon as a data URL for a CSS mask. An image runs no script, whatever the service sent. */
export function iconAddress({ body, width, height }: LoadedIcon): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
