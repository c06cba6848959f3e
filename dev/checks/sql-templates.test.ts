import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/**
 * A string that is embedded in a `sql` template becomes a parameter. A constant of a module is nearly always a part of
 * the statement instead (columns, a table, a condition), and as a parameter it silently selects its own text.
 */
const STORE = fileURLToPath(new URL('../../packages/store/src/', import.meta.url));

interface Node {
  type: string;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (isNode(child)) yield* descendants(child);
  }
}

/** Without `as const` and parentheses. */
function unwrap(node: Node): Node {
  return node.type.startsWith('TS') || node.type === 'ParenthesizedExpression'
    ? unwrap(node.expression as Node)
    : node;
}

/** Whether an expression is a string, or an object with strings, as far as its form tells. */
function isText(written: Node): boolean {
  const node = unwrap(written);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string';
    case 'TemplateLiteral':
      return true;
    case 'BinaryExpression':
      return node.operator === '+' && (isText(node.left as Node) || isText(node.right as Node));
    case 'CallExpression': {
      const callee = node.callee as Node;
      return callee.type === 'MemberExpression' && (callee.property as Node).name === 'join';
    }
    case 'ObjectExpression':
      return (node.properties as Node[]).some((one) => isNode(one.value) && isText(one.value));
    default:
      return false;
  }
}

/** The constants of a module that are text, and those that it exports. */
function findTexts(program: Node): { own: string[]; exported: string[] } {
  const found = { own: [] as string[], exported: [] as string[] };
  for (const statement of program.body as Node[]) {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declaration = isExported ? statement.declaration : statement;
    if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations as Node[]) {
      if (!isNode(init) || !isText(init)) continue;
      const name = String((id as Node).name);
      found.own.push(name);
      if (isExported) found.exported.push(name);
    }
  }
  return found;
}

/** Names of a module that are imported constants with text, by what other modules export. */
function findImportedTexts(program: Node, exported: ReadonlySet<string>): string[] {
  return (program.body as Node[])
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap((one) => one.specifiers as Node[])
    .filter((one) => isNode(one.imported) && exported.has(String(one.imported.name)))
    .map((one) => String((one.local as Node).name));
}

/** The values that an embedded expression can have. */
function findBranches(written: Node): Node[] {
  const node = unwrap(written);
  if (node.type === 'ConditionalExpression') {
    return [node.consequent, node.alternate].flatMap((one) => findBranches(one as Node));
  }
  if (node.type === 'LogicalExpression')
    return [node.left, node.right].flatMap((one) => findBranches(one as Node));
  return [node];
}

const isSql = (node: Node) => node.type === 'TaggedTemplateExpression' && (node.tag as Node).name === 'sql';

/** What is embedded as a parameter in the templates of a module and looks like a part of the statement. */
function findMistakes(program: Node, texts: ReadonlySet<string>): string[] {
  const mistakes: string[] = [];
  for (const template of descendants(program)) {
    if (!isSql(template)) continue;
    const { expressions, quasis } = template.quasi as { expressions: Node[]; quasis: Node[] };
    expressions.forEach((expression, at) => {
      // A cast says that a parameter is meant.
      if ((quasis[at + 1]!.value as { raw: string }).raw.startsWith('::')) return;
      const branches = findBranches(expression);
      for (const branch of branches) {
        const named = branch.type === 'MemberExpression' ? (branch.object as Node) : branch;
        if (named.type === 'Identifier' && texts.has(String(named.name))) mistakes.push(String(named.name));
        if (isText(branch) && branches.some(isSql)) mistakes.push('text beside sql`…`');
      }
    });
  }
  return mistakes;
}

function check(modules: Readonly<Record<string, string>>): string[] {
  const programs = Object.entries(modules).map(
    ([file, text]) => [file, parseSync(file, text).program as unknown as Node] as const,
  );
  const found = programs.map(([, program]) => findTexts(program));
  const exported = new Set(found.flatMap((one) => one.exported));
  return programs.flatMap(([file, program], at) => {
    const texts = new Set([...found[at]!.own, ...findImportedTexts(program, exported)]);
    return findMistakes(program, texts).map((what) => `${file}: ${what}`);
  });
}

test('a constant with text in a sql template is cast, or else it is a part of the statement and made by sql or raw', async () => {
  const modules: Record<string, string> = {};
  for (const entry of await readdir(STORE, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.ts$/.test(file) || /\.test\.ts$/.test(file)) continue;
    modules[file.slice(STORE.length)] = await readFile(file, 'utf8');
  }
  expect(Object.keys(modules).length).toBeGreaterThan(50);
  expect(check(modules)).toEqual([]);
});

test('the check finds columns, tables and conditions that became parameters, wherever they are written', () => {
  const columns = 'export const EMAIL = `letter_id as "letterId", kind`;';
  const returned = (value: string) =>
    `const rows = await sql\`update letter set kind = 'a' returning \${${value}}\``;
  expect(check({ 'emails.ts': `${columns}\n${returned('EMAIL')}` })).toEqual(['emails.ts: EMAIL']);
  expect(
    check({
      'columns.ts': columns,
      'emails.ts': `import { EMAIL as E } from './columns.ts';\n${returned('E')}`,
    }),
  ).toEqual(['emails.ts: E']);
  const made = {
    joined: "const EMAIL = ['a', 'b'].join(', ');",
    added: "const EMAIL = 'a' + ', b';",
    constant: "const EMAIL = 'a, b' as const;",
  };
  for (const [file, text] of Object.entries(made)) {
    expect(check({ [file]: `${text}\n${returned('EMAIL')}` })).toEqual([`${file}: EMAIL`]);
  }
  const table = "const ORDER = { new: 'created_at desc' };";
  expect(check({ 'a.ts': `${table}\n${returned('ORDER[sort]')}` })).toEqual(['a.ts: ORDER']);
  expect(check({ 'a.ts': returned("isOne ? sql`kind` : ''") })).toEqual(['a.ts: text beside sql`…`']);
  for (const good of ['raw(EMAIL)', 'email', "isOne ? 'a' : 'b'"]) {
    expect(check({ 'emails.ts': `${columns}\n${returned(good)}` })).toEqual([]);
  }
  expect(check({ 'emails.ts': `${columns}\n${returned('EMAIL').replace('}`', '}::text`')}` })).toEqual([]);
  expect(check({ 'emails.ts': `${columns.replace('= `', '= sql`')}\n${returned('EMAIL')}` })).toEqual([]);
});
