import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { SiteSettings } from '../../browser/site-settings.ts';

const loading = new Map<string, Promise<string | null>>();
let waiting: { names: string[]; work: Promise<ReadonlyMap<string, string>> } | undefined;

/** Loads the image of an icon; requests of the same moment are combined. The script that loads icons is loaded on demand. */
function loadIconAddress(name: string, fallbackUrl: string): Promise<string | null> {
  let known = loading.get(name);
  if (known === undefined) {
    if (waiting === undefined) {
      const names: string[] = [];
      waiting = { names, work: askFor(names, fallbackUrl) };
    }
    waiting.names.push(name);
    known = waiting.work.then((addresses) => addresses.get(name) ?? null);
    // After a failed load of the script the next page tries again.
    known.catch(() => loading.delete(name));
    loading.set(name, known);
  }
  return known;
}

async function askFor(names: readonly string[], fallbackUrl: string): Promise<ReadonlyMap<string, string>> {
  const { iconAddress, loadIcons } = await import('./load-icon.ts').finally(() => {
    waiting = undefined;
  });
  const icons = await loadIcons([...names], { fetchJson, fallbackUrl });
  return new Map([...icons].map(([name, icon]) => [name, iconAddress(icon)]));
}

/**
 * An icon whose name is data, such as `maru:house`; icons that the code names are in icons.tsx. Its space is reserved, also
 * when it fails to load. Decorative: the text beside it has its meaning.
 */
export function NamedIcon({
  name,
  size = 20,
  className = '',
}: {
  name: string;
  size?: number;
  className?: string;
}) {
  const { site } = useRouter().options.context as { site: SiteSettings };
  const fallbackUrl = site.iconFallbackUrl ?? '';
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    loadIconAddress(name, fallbackUrl).then(
      (one) => isGone || setAddress(one),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [name, fallbackUrl]);
  return (
    <span
      aria-hidden="true"
      className={`inline-block shrink-0 ${address === null ? '' : 'bg-current forced-colors:bg-[CanvasText]'} ${className}`}
      style={{
        width: size,
        height: size,
        ...(address === null ? {} : { mask: `url("${address}") center / contain no-repeat` }),
      }}
    />
  );
}

async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return await answer.json();
}
