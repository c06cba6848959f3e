import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WatchedProcess } from './watched-process.ts';

let root: string;
/** Messages of the processes and the watcher, in order. */
let messages: string[];
let hear: () => void;
let running: ChildProcess | undefined;
let watched: WatchedProcess;
let ended: (number | null)[];

/** Imports the code, prints its version, and takes a moment to exit. */
const SCRIPT = `
process.on('SIGTERM', () => setImmediate(() => process.send('gone', () => process.exit(0))));
process.once('disconnect', () => process.exit(0));
const { name } = await import('./code/part.ts');
process.send('runs ' + name);
`;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'maru-watched-'));
  await mkdir(join(root, 'code/deep'), { recursive: true });
  await writeFile(join(root, 'script.mjs'), SCRIPT);
  await write('part.ts', 'first');
  messages = [];
  ended = [];
  hear = () => undefined;
  const tell = (line: string) => {
    messages.push(line);
    hear();
  };
  watched = new WatchedProcess({
    folders: [join(root, 'code')],
    root,
    launch: () => {
      running = fork(join(root, 'script.mjs'), { silent: true, execArgv: [] });
      running.on('message', (message) => tell(String(message)));
      return running;
    },
    say: tell,
    onEnd: (code) => {
      ended.push(code);
      tell('over');
    },
  });
});

afterEach(async () => {
  watched.close();
  if (running !== undefined && running.exitCode === null && running.signalCode === null) {
    const gone = once(running, 'exit');
    running.kill('SIGKILL');
    await gone;
  }
  await rm(root, { recursive: true, force: true });
});

const code = (name: string) => `export const name = '${name}';\n`;
const write = (file: string, name: string) => writeFile(join(root, 'code', file), code(name));

/** Resolves when the message has come. */
async function waitForMessage(line: string): Promise<void> {
  while (!messages.includes(line)) await new Promise<void>((done) => (hear = done));
}

test('a change of code restarts the process, without overlap, and is reported', async () => {
  await watched.start();
  await waitForMessage('runs first');
  await write('part.ts', 'second');
  await waitForMessage('runs second');
  expect(messages).toEqual([
    'runs first',
    `changed: ${join('code', 'part.ts')}; the server is restarted`,
    'gone',
    'runs second',
  ]);
});

test('files replaced by an editor, and files of new folders, are watched repeatedly; tests are ignored', async () => {
  await watched.start();
  await waitForMessage('runs first');
  for (const name of ['second', 'third', 'fourth']) {
    await writeFile(join(root, 'code/part.ts~'), code(name));
    await rename(join(root, 'code/part.ts~'), join(root, 'code/part.ts'));
    await waitForMessage(`runs ${name}`);
  }
  messages.length = 0;
  await write('part.test.ts', 'a test');
  await mkdir(join(root, 'code/new'));
  await write('new/one.ts', 'one');
  await waitForMessage('runs fourth');
  expect(messages[0]).toBe(`changed: ${join('code', 'new', 'one.ts')}; the server is restarted`);
});

test('code that does not start is reported, and the next change starts it', async () => {
  await watched.start();
  await waitForMessage('runs first');
  await writeFile(join(root, 'code/part.ts'), 'this is no code');
  await waitForMessage('the server ended (1): it is started again when code changes');
  await write('part.ts', 'second');
  await waitForMessage('runs second');
  expect(ended).toEqual([]);
});

test('a process that exits before any change is reported as ended', async () => {
  await writeFile(join(root, 'code/part.ts'), 'this is no code');
  await watched.start();
  await waitForMessage('over');
  expect(ended).toEqual([1]);
});
