import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { Store } from '@maru/store';
import { createTestDatabase } from '@maru/store/testing';
import { createAccessTokens } from '../../apps/server/src/auth/access-tokens.ts';
import type { BenchRow } from './row.ts';

/** Maximum cost of a check, in bare signature verifications. */
const MOST = 3;
/** Checks per timing: a single one is too short for the clock. */
const CHECKS = 200;
const RUNS = 41;

/**
 * The authentication of every call: an access token is parsed, its key found, signature and claims verified, and its
 * session looked up among ended ones, beside bare Ed25519 verifications of the same bytes with the same key,
 * interleaved. The medians of the runs are compared. All tokens differ, so none is cached.
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
        if (!verify(null, data, key, signature)) throw new Error('a valid signature was rejected');
      }
    };
    const times = { guard: [] as number[], bare: [] as number[] };
    for (let run = 0; run < RUNS + 10; run += 1) {
      const [ours, theirs] = [await measureTime(guard), await measureTime(bare)];
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

/** Time of one check (ms). */
async function measureTime(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / CHECKS;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
