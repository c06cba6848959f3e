/**
 * Runs beside a test run: when the run's process has ended, also by kill -9, stops its database and removes its files.
 * Arguments: the process to watch, its data directory.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopEmbedded } from '../db/embedded.ts';
import { isAlive } from '../db/process-lock.ts';

const [owner, dataDir] = [Number(process.argv[2]), process.argv[3]!];

while (isAlive(owner)) await sleep(500);
await stopEmbedded(dataDir).catch(() => undefined);
await rm(dataDir, { recursive: true, force: true });
