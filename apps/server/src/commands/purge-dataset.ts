import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '@maru/store';

type Contents = Awaited<ReturnType<Store['countDataset']>>;

export interface PurgeOptions {
  store: Store;
  dataDir: string;
  dataset: string;
  /** The feed is in `MARU_FEEDS`, so a server would load the dataset again. */
  isConfigured: boolean;
  isSure: boolean;
  say: (line: string) => void;
}

/**
 * Deletes a dataset: listings, ledger, media, members, feed state, and its cached pictures. Holds the feed's lease
 * meanwhile, so that nothing is written to it. Can be interrupted and repeated at any point.
 */
export async function purgeDataset(
  options: PurgeOptions,
): Promise<{ contents: Contents; pictures: number } | { refused: string }> {
  const { store, dataDir, dataset, isConfigured, isSure, say } = options;
  const isKnown = (await store.datasets()).some((one) => one.dataset === dataset);
  const found = await store.countDataset(dataset);
  if (!isKnown && Object.values(found).every((count) => count === 0)) {
    return { refused: `There is nothing of a dataset "${dataset}" here.` };
  }
  say(`Dataset "${dataset}" has ${inWords(found)}.`);
  const lease = await store.takeLease(dataset);
  try {
    if ((lease === undefined || isConfigured) && !isSure) {
      const why = isConfigured ? 'is still in MARU_FEEDS' : 'is being read by a running server';
      return {
        refused: `Nothing was deleted: its feed ${why}, which would load it again. Take it out and start the server anew, or say --yes.`,
      };
    }
    let pictures = 0;
    const folders = new Map<string, Promise<string[]>>();
    const contents = await store.purgeDataset(dataset, async (mediaIds) => {
      pictures += await deletePictures(dataDir, mediaIds, folders);
    });
    pictures += await deleteStrayPictures(dataDir, store);
    say(`Deleted: ${inWords(contents)}, ${count(pictures, 'picture file')}.`);
    return { contents, pictures };
  } finally {
    await lease?.release();
  }
}

/** Deletes all sizes and formats of these pictures; returns the number of files. */
async function deletePictures(
  dataDir: string,
  mediaIds: readonly string[],
  folders: Map<string, Promise<string[]>>,
): Promise<number> {
  let deleted = 0;
  for (const id of mediaIds) {
    const folder = join(dataDir, 'pictures', id.slice(0, 2));
    let names = folders.get(folder);
    if (names === undefined) {
      names = readdir(folder).catch(() => []);
      folders.set(folder, names);
    }
    for (const name of await names) {
      if (!name.startsWith(`${id}-`)) continue;
      await rm(join(folder, name), { force: true });
      deleted += 1;
    }
  }
  return deleted;
}

/**
 * Deletes pictures without a listing, of any dataset: photos that were replaced leave their files behind. They are not
 * served, but the end of a license requires deleting them.
 */
async function deleteStrayPictures(dataDir: string, store: Store): Promise<number> {
  let deleted = 0;
  const root = join(dataDir, 'pictures');
  for (const folder of await readdir(root).catch(() => [])) {
    const names = await readdir(join(root, folder)).catch(() => []);
    const known = await store.findKnownMedia([...new Set(names.map(parseMediaId))]);
    for (const name of names.filter((one) => !known.has(parseMediaId(one)))) {
      await rm(join(root, folder, name), { force: true });
      deleted += 1;
    }
  }
  return deleted;
}

/** `{id}-{width}.{format}`; an id has 22 characters and may contain hyphens. */
const parseMediaId = (name: string) => name.slice(0, 22);

function inWords(contents: Contents): string {
  return Object.entries(contents)
    .map(([what, many]) => `${many.toLocaleString('en-US')} ${what}`)
    .join(', ');
}

const count = (many: number, what: string) =>
  `${many.toLocaleString('en-US')} ${what}${many === 1 ? '' : 's'}`;
