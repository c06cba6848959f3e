import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { Store } from '@maru/store';
import { createTestDatabase } from '@maru/store/testing';
import { createAccessTokens } from '../../apps/server/src/auth/access-tokens.ts';
import type { BenchRow } from './row.ts';

/** How many bare verifications a check may cost. */
const MOST = 3;
/** Checks in one timing: a single one is too short for the clock. */
const CHECKS = 200;
const RUNS = 41;

/**
 * What the guard of every call costs: an access token read, its key found, its signature and claims checked, and its
 * session looked for among those that have ended, beside bare Ed25519 verifications of the same bytes with the same key,
 * in turn with it. Of both the median of the runs counts. Tokens are all different: none is remembered.
 */
export async function tokenRows(): Promise<BenchRow[]> {
  const database = await createTestDatabase();
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  try {
    const accessTokens = createAccessTokens({ store, issuer: 'http://localhost:3000' });
    const tokens = await Promise.all(
      Array.from({ length: CHECKS }, (_, at) =>
        accessTokens.issue({
          userId: `user-${at}`,
          sessionId: `session-${at}`,
          role: 'user',
          signedInAt: new Date(),
        }),
      ),
    );
    const [stored] = await store.signingKeys.list(new Date());
    const key = createPublicKey({ key: stored!.publicJwk as JsonWebKey, format: 'jwk' });
    const signed = tokens.map((token) => {
      const at = token.lastIndexOf('.');
      return {
        data: Buffer.from(token.slice(0, at)),
        signature: Buffer.from(token.slice(at + 1), 'base64url'),
      };
    });
    const guard = async () => {
      for (const token of tokens)
        if ((await accessTokens.check(token)) === undefined) throw new Error('refused');
    };
    const bare = async () => {
      for (const { data, signature } of signed) {
        if (!verify(null, data, key, signature)) throw new Error('a good signature was refused');
      }
    };
    const times = { guard: [] as number[], bare: [] as number[] };
    for (let run = 0; run < RUNS + 10; run += 1) {
      const [ours, theirs] = [await timeOf(guard), await timeOf(bare)];
      if (run < 10) continue;
      times.guard.push(ours);
      times.bare.push(theirs);
    }
    const [ours, theirs] = [median(times.guard), median(times.bare)];
    return [
      {
        name: `token check · ${MOST} bare Ed25519 verifications`,
        ours,
        baseline: theirs * MOST,
        ratio: (theirs * MOST) / ours,
        unit: 'ms',
        atLeast: 1,
      },
    ];
  } finally {
    await store.close();
    await database.drop();
  }
}

/** Of one check (ms). */
async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / CHECKS;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
