import pg from 'pg';

export interface WatchedStatement {
  text: string;
  /** ms since the watch began. */
  sentAt: number;
  answeredAt: number;
}

/**
 * For tests: what is asked of any database of this process while `work` runs. What only opens and closes a transaction
 * or prepares a connection is left out: it asks for nothing.
 */
export async function watchStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: WatchedStatement[] }> {
  const statements: WatchedStatement[] = [];
  const began = performance.now();
  const own = pg.Client.prototype.query;
  const watched = function (this: pg.Client, ...given: unknown[]) {
    const asked = given[0] as string | { text?: string };
    const text = typeof asked === 'string' ? asked : (asked.text ?? '');
    const sentAt = performance.now() - began;
    const answer = (own as (...all: unknown[]) => unknown).apply(this, given);
    if (answer instanceof Promise && !/^\s*(begin|commit|rollback|set)\b/i.test(text)) {
      const note = () => statements.push({ text, sentAt, answeredAt: performance.now() - began });
      answer.then(note, note);
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

/** How many of these had to wait for one another: the longest row of which each was sent after the last was answered. */
export function longestChain(statements: readonly WatchedStatement[]): number {
  const inOrder = [...statements].sort((a, b) => a.sentAt - b.sentAt);
  const depths: number[] = [];
  for (const [index, one] of inOrder.entries()) {
    const before = depths.filter((_, at) => (inOrder[at] as WatchedStatement).answeredAt <= one.sentAt);
    depths[index] = 1 + Math.max(0, ...before);
  }
  return Math.max(0, ...depths);
}
