import type { ChildProcess } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Editors save files in several steps: changes within this time (ms) count as one. */
const DEBOUNCE_MS = 200;
const MAX_NAMED = 3;
/** Code and messages, except tests and their helpers. */
const isCode = (path: string) =>
  /\.(tsx?|json)$/.test(path) && !/\.(test|d)\.tsx?$|[\\/]testing[\\/]/.test(path);

export interface WatchedProcessParts {
  /** Absolute; a change of code in them, or in a folder below them, restarts the process. */
  folders: readonly string[];
  /** Base of the paths in messages. */
  root: string;
  launch: () => ChildProcess;
  say: (line: string) => void;
  /** Called when the process exits by itself before the first restart; `code` is null after a signal. */
  onEnd: (code: number | null) => void;
  /** Called with the process launched after a change. */
  onRestart?: (child: ChildProcess) => void;
}

/**
 * A child process that is restarted when code changes. It gets SIGTERM, and the next one is launched after its exit:
 * two never run at once. A process that exits by itself after a restart, for example on a syntax error, is launched
 * again at the next change.
 *
 * Each folder has a watcher of its own: on Linux, the recursive one of Node 24 loses a file that an editor replaces
 * by renaming.
 */
export class WatchedProcess {
  readonly #parts: WatchedProcessParts;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isRestarting = false;
  #wasRestarted = false;
  #isClosed = false;

  constructor(parts: WatchedProcessParts) {
    this.#parts = parts;
  }

  /** Launches the process; resolves when files are being watched. */
  async start(): Promise<void> {
    this.#launch();
    for (const folder of this.#parts.folders) await this.#watch(folder);
  }

  /** Stops watching and launching; the running process is left to the caller. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #launch(): ChildProcess {
    const child = this.#parts.launch();
    this.#child = child;
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      if (this.#isClosed || this.#isRestarting) return;
      if (!this.#wasRestarted) return this.#parts.onEnd(code);
      this.#parts.say(`the server ended (${signal ?? code}): it is started again when code changes`);
    });
    return child;
  }

  /**
   * Watches the folder and its subfolders; `isNew`: its files count as changed, since they were created after the
   * launch.
   */
  async #watch(folder: string, isNew = false): Promise<void> {
    if (this.#isClosed || this.#watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (name !== null) void this.#note(join(folder, name));
    });
    this.#watchers.set(folder, watcher);
    // The folder was removed; changes of its files have been noted.
    watcher.on('error', () => this.#unwatch(folder));
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await this.#watch(path, isNew);
      else if (isNew) await this.#note(path);
    }
  }

  #unwatch(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  async #note(path: string): Promise<void> {
    if (isCode(path)) {
      this.#changed.add(relative(this.#parts.root, path));
      clearTimeout(this.#timer);
      if (!this.#isClosed) this.#timer = setTimeout(() => void this.#restart(), DEBOUNCE_MS);
      return;
    }
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) this.#unwatch(path);
    else if (found.isDirectory()) await this.#watch(path, true);
  }

  async #restart(): Promise<void> {
    if (this.#isRestarting || this.#changed.size === 0) return;
    this.#isRestarting = true;
    this.#parts.say(`changed: ${listed([...this.#changed].sort())}; the server is restarted`);
    const child = this.#child;
    if (child !== undefined) {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
    }
    this.#isRestarting = false;
    if (this.#isClosed) return;
    // The new process includes changes made while the old one exited.
    this.#changed.clear();
    this.#wasRestarted = true;
    const next = this.#launch();
    this.#parts.onRestart?.(next);
  }
}

function listed(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  return paths.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
