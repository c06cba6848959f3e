import type { PageView } from '../browser/navigation-guard.ts';

/** One service of a third party, once somebody has agreed to it. Nothing that a visitor typed is ever told to it. */
export interface Adapter {
  view(page: PageView, assignments: Readonly<Record<string, string>>): void;
  /** A message has gone to an agent: what an experiment is judged by. */
  contacted?(assignments: Readonly<Record<string, string>>): void;
  /** The agreement was taken back: nothing more is sent. */
  stop(): void;
}

/** What an adapter may touch of the browser. */
export interface AdapterWindow {
  /** Google's queue, which its scripts read. */
  dataLayer?: unknown[];
  [name: `ga-disable-${string}`]: boolean;
}

export type LoadScript = (address: string) => void;

/** Fetches a script; what does not come changes nothing of the page. */
export function loadScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.referrerPolicy = 'strict-origin';
  document.head.append(script);
}
