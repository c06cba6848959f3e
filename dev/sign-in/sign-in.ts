/**
 * `node dev/sign-in/sign-in.ts --data-dir DIR`: simulated Kakao and Google, in a process of their own. Writes
 * `SignInServiceFile` to DIR/sign-in-service.json when both listen, on the ports of the last run if they are free;
 * exits with its parent (stdin closed, or the IPC channel gone).
 */
import { fstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ADMIN_EMAIL } from './people.ts';
import { type RunningProvider, startProvider } from './provider.ts';
import type { ProviderName } from './provider-shape.ts';
import type { SignInServiceFile } from './sign-in-service.ts';

const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } } });
const dataDir = values['data-dir'];
if (dataDir === undefined) throw new Error('--data-dir is required');
exitWithParent();
mkdirSync(dataDir, { recursive: true });
const path = join(dataDir, 'sign-in-service.json');
const before = readService();
const [kakao, google] = [await start('kakao'), await start('google')];
const service: SignInServiceFile = {
  pid: process.pid,
  providers: { kakao: describeProvider(kakao), google: describeProvider(google) },
  scriptUrl: `${google.issuer}/gsi/client`,
  shareScriptUrl: `${kakao.issuer}/kakao_js_sdk/kakao.min.js`,
  adminEmail: ADMIN_EMAIL,
};
writeFileSync(`${path}.new`, `${JSON.stringify(service, null, 2)}\n`, { mode: 0o600 });
renameSync(`${path}.new`, path);
process.stdout.write(`sign-in: simulated Kakao on ${kakao.issuer}, Google on ${google.issuer}\n`);

async function start(name: ProviderName): Promise<RunningProvider> {
  const last = before?.providers[name].port ?? 0;
  return await startProvider(name, last).catch(() => startProvider(name));
}

function describeProvider({ issuer, clientId, clientSecret }: RunningProvider) {
  return { issuer, port: Number(new URL(issuer).port), clientId, clientSecret };
}

function readService(): SignInServiceFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SignInServiceFile;
  } catch {
    return undefined;
  }
}

function exitWithParent(): void {
  const end = () => process.exit(0);
  process.on('disconnect', end);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const stdin = fstatSync(0);
  if (stdin.isFIFO() || stdin.isSocket()) {
    process.stdin.on('end', end).on('close', end).on('error', end).resume();
  }
}
