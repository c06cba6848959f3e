/** Icon fetch timeout (rule S9.3), ms. */
export const ICON_TIMEOUT_MS = 1_500;

export interface IconParts {
  /** Answers JSON; rejects for everything else. */
  fetchJson(address: string, signal: AbortSignal): Promise<unknown>;
  /** Of a public icon service that speaks as ours does (`https://api.iconify.design`); empty: none is asked. */
  fallbackUrl: string;
  timeoutMs?: number;
}

/** An icon's drawing and the grid that it is drawn on. */
export interface LoadedIcon {
  body: string;
  width: number;
  height: number;
}

const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/**
 * The icons of names such as `maru:house`: from our own address, after 1500 ms or a refusal from the public service where a
 * setting names one, else they are left out. One question a collection. Never rejects: a page without a picture of a
 * house is still a page.
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
          const one = iconIn(answer, icon);
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

/** Reads Iconify's JSON; null for what is none, or has not this icon. */
function iconIn(answer: unknown, icon: string): LoadedIcon | null {
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

/**
 * The icon as an address of a picture. As a mask it takes the color of the words around it; whatever a service wrote into
 * it, a picture runs no script.
 */
export function iconAddress({ body, width, height }: LoadedIcon): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
