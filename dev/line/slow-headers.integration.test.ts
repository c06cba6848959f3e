import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findFreePort } from '../free-port.ts';

const NGINX = '/usr/sbin/nginx';
const RUNNING = new URL('../../docs/running.md', import.meta.url);
/** More than the default of Debian, 768 for each of two workers, each used twice: for the client and for the program. */
const CONNECTIONS = 1_900;
const ATTACKER = '127.0.13.1';
const VISITOR = '127.0.0.2';

test.skipIf(!existsSync(NGINX))(
  'behind the documented nginx, requests of one address whose headers never end keep nobody out',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maru-nginx-'));
    const program = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
    await once(program, 'listening');
    const port = await findFreePort();
    const file = await writeConfiguration(folder, port, (program.address() as AddressInfo).port);
    await promisify(execFile)(NGINX, ['-t', '-c', file]);
    const nginx = spawn(NGINX, ['-c', file], { stdio: 'ignore' });
    const held = new Set<Socket>();
    const over = new AbortController();
    try {
      await expect.poll(() => visit(port)).toBe(200);
      await Promise.all(Array.from({ length: CONNECTIONS }, () => hold(port, held, over.signal)));
      const outcomes: (number | string)[] = [];
      for (let at = 0; at < 10; at += 1) outcomes.push(await visit(port));
      expect(outcomes).toEqual(Array.from({ length: 10 }, () => 200));
    } finally {
      over.abort();
      for (const socket of held) socket.destroy();
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      program.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** Opens a connection that sends half a request, and another whenever it is closed. Resolves when the first one has sent it. */
async function hold(port: number, held: Set<Socket>, over: AbortSignal): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER });
  held.add(socket);
  const sent = new Promise<void>((done) => {
    socket.write('GET / HTTP/1.1\r\nHost: maru.example\r\n', () => done());
    socket.once('close', () => done());
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    held.delete(socket);
    if (!over.aborted) void hold(port, held, over);
  });
  await sent;
}

/** The two blocks of docs/running.md with ports and folders of this test and without TLS. Returns the file. */
async function writeConfiguration(folder: string, port: number, program: number): Promise<string> {
  const [connections = '', site = ''] = [
    ...(await readFile(RUNNING, 'utf8')).matchAll(/```nginx\n([\s\S]*?)```/g),
  ].map(([, block]) => block);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const name of temporary) await mkdir(join(folder, name));
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `worker_processes 2;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
${connections}
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
${site
  .replace(/listen 443 [^;]*;/, `listen 127.0.0.1:${port};`)
  .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
  .replace('127.0.0.1:3000', `127.0.0.1:${program}`)}
}`,
  );
  return file;
}

/** The status of a response on a connection of its own, or what went wrong. */
function visit(port: number): Promise<number | string> {
  return new Promise((done) => {
    const visiting = request({ host: '127.0.0.1', port, localAddress: VISITOR, agent: false });
    visiting.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    visiting.on('response', (response) => done(response.resume().statusCode ?? 0));
    visiting.end();
  });
}
