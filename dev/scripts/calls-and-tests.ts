import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROUTES, type Route, RULES } from '@maru/contract';

/**
 * `node dev/scripts/calls-and-tests.ts`: every call with who may make it and the tests that call it, as a table. All of
 * them are in the three tests of dev/api too: every call, the permission table, made-up calls.
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

/** By its name, or by its path with anything in the place of an id. */
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
  `| call | who may | tests beside those of dev/api |\n|---|---|---|\n${rows.join('\n')}\n`,
);
