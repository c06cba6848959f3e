import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { RouterContext } from '../page-module.ts';
import { iconAddress, loadIcons } from './load-icon.ts';

const loading = new Map<string, Promise<string | null>>();
let waiting: { names: string[]; work: ReturnType<typeof loadIcons> } | undefined;

/** The picture of an icon; all that are asked for at one moment are one question. */
function addressOf(name: string, fallbackUrl: string): Promise<string | null> {
  let known = loading.get(name);
  if (known === undefined) {
    if (waiting === undefined) {
      const names: string[] = [];
      const work = Promise.resolve().then(() => {
        waiting = undefined;
        return loadIcons(names, { fetchJson, fallbackUrl });
      });
      waiting = { names, work };
    }
    waiting.names.push(name);
    known = waiting.work.then((icons) => {
      const icon = icons.get(name);
      return icon === undefined ? null : iconAddress(icon);
    });
    loading.set(name, known);
  }
  return known;
}

/**
 * An icon whose name is data, such as `maru:house`; icons that the code names are in icons.tsx. Its place is kept from
 * the start, also when it cannot be had. Decoration: what it means is said beside it.
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
  const { site } = useRouter().options.context as RouterContext;
  const fallbackUrl = site.iconFallbackUrl ?? '';
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void addressOf(name, fallbackUrl).then((one) => isGone || setAddress(one));
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
