import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROUTES, type Route, RULES } from '@maru/contract';

/**
 * `node dev/scripts/calls-and-tests.ts`: a table of every call with its access and the tests that call it. The three
 * tests of dev/api cover all calls: valid calls, the permission table, random calls.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const tests: { file: string; text: string }[] = [];
for (const folder of ['apps', 'packages', 'dev']) {
  for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!/\.test\.tsx?$/.test(entry.name) || /node_modules|[\\/](dist|api)[\\/]|openapi\.test/.test(path))
      continue;
    tests.push({ file: relative(root, path).replaceAll('\\', '/'), text: await readFile(path, 'utf8') });
  }
}

/** By its name, or by its path with any id. */
function isCalledIn(name: string, path: string, text: string): boolean {
  const written = path
    .split('/')
    .map((step) => (step.startsWith(':') ? '(?:[\\w-]+|\\$\\{[^}]+\\})' : step.replaceAll(/[.-]/g, '\\$&')))
    .join('/');
  return new RegExp(`(?:ROUTES|client|api)\\.${name}\\b|'${name}'|(?<!\\w)${written}(?![\\w/-])`).test(text);
}

const rows = Object.entries<Route>(ROUTES).map(([name, { method, path, access }]) => {
  const rules = Object.entries(access);
  const who = rules.every(([, rule]) => rule === 'yes')
    ? 'anybody'
    : rules.map(([role, rule]) => `${role}: ${RULES[rule]}`).join('; ');
  const own = tests.filter(({ text }) => isCalledIn(name, path, text)).map(({ file }) => file);
  return `| ${method} ${path} | ${who} | ${own.join(', ') || 'dev/api alone'} |`;
});
process.stdout.write(
  `| call | access | tests besides those of dev/api |\n|---|---|---|\n${rows.join('\n')}\n`,
);
