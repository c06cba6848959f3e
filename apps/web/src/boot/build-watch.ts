import { currentAddress, leaveFor } from './reload-guard.ts';
import type { SiteRouter } from './router.tsx';

/** Delay after the start (rule S9.3): the page comes first. */
export const MANIFEST_DELAY_MS = 1_000;
/** Poll interval; up to half of it is added at random, so that not all browsers poll at once. */
const POLL_MS = 10 * 60_000;
/** Minimum interval of polls on returning to the page. */
const FOCUS_MS = 60_000;

/**
 * Detects new builds of the site (rule S4.5). The next page after one is loaded whole instead of within the site; the open page
 * stays as it is.
 */
export function stayCurrent(router: SiteRouter, buildId: string | undefined): void {
  if (buildId === undefined) return;
  const watch = new BuildWatch(buildId);
  setTimeout(() => void watch.start(), MANIFEST_DELAY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.focus();
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged && watch.isOutdated) leaveFor(currentAddress(router));
  });
}

export class BuildWatch {
  readonly #buildId: string;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** Whether the next page must be loaded whole. */
  isOutdated = false;

  /** @param buildId The build that rendered this page. */
  constructor(buildId: string) {
    this.#buildId = buildId;
  }

  /** Reads this build's manifest once (rule S7.4), then polls for newer builds. */
  async start(): Promise<void> {
    // The manifest of an old build may be gone; the next poll finds the new one.
    await fetchJson(`/builds/meta/${this.#buildId}.json`).catch(() => undefined);
    this.#poll();
  }

  /** The visitor has returned to the page. */
  async focus(): Promise<void> {
    if (Date.now() - this.#askedAt >= FOCUS_MS) await this.#ask();
  }

  #poll(): void {
    const wait = POLL_MS * (1 + Math.random() / 2);
    setTimeout(async () => {
      await this.#ask();
      if (!this.isOutdated) this.#poll();
    }, wait);
  }

  /** A failed request changes nothing. */
  async #ask(): Promise<void> {
    this.#askedAt = Date.now();
    const latest = await fetchJson('/builds/latest.json').catch(() => undefined);
    const id = (latest as { id?: unknown } | null | undefined)?.id;
    if (typeof id === 'string' && id !== this.#buildId) this.isOutdated = true;
  }
}

async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return await answer.json();
}
