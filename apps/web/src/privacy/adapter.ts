import type { PageView } from '../browser/navigation-guard.ts';

/** A service of a third party, started after consent. It never receives what a visitor typed. */
export interface Adapter {
  view(page: PageView, assignments: Readonly<Record<string, string>>): void;
  /** A message was sent to an agent: the goal of experiments. */
  contacted?(assignments: Readonly<Record<string, string>>): void;
  /** Consent was withdrawn: nothing more is sent. */
  stop(): void;
}

/** The part of the window that adapters use. */
export interface AdapterWindow {
  /** The queue of Google's scripts. */
  dataLayer?: unknown[];
  [name: `ga-disable-${string}`]: boolean;
}

export type LoadScript = (address: string) => void;

/** Loads a script; a failed load is ignored. */
export function loadScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.referrerPolicy = 'strict-origin';
  document.head.append(script);
}
