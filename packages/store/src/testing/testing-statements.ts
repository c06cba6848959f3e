import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface WatchedStatement {
  text: string;
  values: readonly unknown[];
  /** ms since the start of the recording. */
  sentAt: number;
  answeredAt: number;
}

/**
 * Records the statements of this process while `work` runs, without transaction control and setup. Delays responses by
 * `answersTake` ms, so that independent statements are sent before the first response.
 */
export async function watchStatements<T>(
  work: () => Promise<T>,
  { answersTake = 0 }: { answersTake?: number } = {},
): Promise<{ result: T; statements: WatchedStatement[] }> {
  const statements: WatchedStatement[] = [];
  const began = performance.now();
  const own = pg.Client.prototype.query;
  const watched = function (this: pg.Client, ...given: unknown[]) {
    const asked = given[0] as string | { text?: string; values?: unknown[] };
    const isText = typeof asked === 'string';
    const text = isText ? asked : (asked.text ?? '');
    const values = Array.isArray(given[1]) ? given[1] : isText ? [] : (asked.values ?? []);
    const sentAt = performance.now() - began;
    const answer = (own as (...all: unknown[]) => unknown).apply(this, given);
    if (answer instanceof Promise && !/^\s*(begin|commit|rollback|set)\b/i.test(text)) {
      const note = () => statements.push({ text, values, sentAt, answeredAt: performance.now() - began });
      const later = answersTake === 0 ? answer : answer.finally(() => sleep(answersTake));
      later.then(note, note);
      return later;
    }
    return answer;
  };
  pg.Client.prototype.query = watched as typeof own;
  try {
    return { result: await work(), statements };
  } finally {
    pg.Client.prototype.query = own;
  }
}

/** The statements that scan a table completely even when told to avoid it. `small`: tables that stay small. */
export async function findFullScans(
  pool: pg.Pool,
  statements: readonly WatchedStatement[],
  small: readonly string[] = [],
): Promise<{ table: string; text: string }[]> {
  const found: { table: string; text: string }[] = [];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    for (const { text, values } of statements) {
      if (!/^\s*(with|select|update|delete)\b/i.test(text)) continue;
      await client.query('savepoint plan');
      const nodes = await explain(client, 'explain (format json)', text, values);
      await client.query('rollback to savepoint plan');
      for (const node of nodes.filter((one) => one['Node Type'] === 'Seq Scan')) {
        const table = node['Relation Name'] ?? '';
        if (!small.includes(table)) found.push({ table, text: text.replace(/\s+/g, ' ').slice(0, 200) });
      }
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return found;
}

/**
 * With ANALYZE, rolled back: the node with the longest own time, and tables of more than `most` rows scanned
 * completely.
 */
export async function explainSlowest(
  pool: pg.Pool,
  statements: readonly WatchedStatement[],
  most = 10_000,
): Promise<{ node: string; ms: number; fullScans: string[] }> {
  const slowest = { node: '', ms: 0, fullScans: [] as string[] };
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { text, values } of statements) {
      if (!/^\s*(with|select)\b/i.test(text)) continue;
      for (const node of await explain(client, 'explain (analyze, format json)', text, values)) {
        const own = spent(node) - (node.Plans ?? []).reduce((sum, one) => sum + spent(one), 0);
        const table = node['Relation Name'];
        const name = [node['Node Type'], node['Index Name'] ?? table].filter(Boolean).join(' ');
        if (own > slowest.ms || slowest.node === '') Object.assign(slowest, { node: name, ms: own });
        const read = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
        if (node['Node Type'] === 'Seq Scan' && read > most) slowest.fullScans.push(table ?? '');
      }
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return slowest;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Total Time'?: number;
  'Actual Loops'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const spent = (node: PlanNode) => (node['Actual Total Time'] ?? 0) * (node['Actual Loops'] ?? 1);

async function explain(
  client: pg.PoolClient,
  command: string,
  text: string,
  values: readonly unknown[],
): Promise<PlanNode[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`${command} ${text}`, [
    ...values,
  ]);
  return listNodes(rows[0]!['QUERY PLAN'][0]!.Plan);
}

function listNodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
}

/** Length of the longest sequence of statements in which each was sent after the previous response. */
export function longestChain(statements: readonly WatchedStatement[]): number {
  const inOrder = [...statements].sort((a, b) => a.sentAt - b.sentAt);
  const depths: number[] = [];
  for (const [index, one] of inOrder.entries()) {
    const before = depths.filter((_, at) => (inOrder[at] as WatchedStatement).answeredAt <= one.sentAt);
    depths[index] = 1 + Math.max(0, ...before);
  }
  return Math.max(0, ...depths);
}
