import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Visitor } from './visitor.ts';

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations of WCAG 2.2 AA and axe's best practices, one per line. */
export async function accessibilityFaults({ page, context }: Visitor): Promise<string[]> {
  // Injected through the debugger, since the page's policy blocks foreign scripts.
  const session = await context.newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await readFile(SOURCE, 'utf8') });
  await session.detach();
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    // Style sheets are preloaded for experimental rules only, and take a quarter of the time.
    const { violations } = await axe.run({ runOnly: rules, resultTypes: ['violations'], preload: false });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.html.slice(0, 160)}`),
    }));
  }, RULES);
  return found.map(({ id, help, where }) => `${id}: ${help}\n  ${where.join('\n  ')}`);
}
