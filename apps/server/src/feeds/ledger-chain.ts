import { createHash } from 'node:crypto';
import type { LedgerAnswer } from '@maru/contract';
import type { LedgerRow } from '@maru/store';

/**
 * The ledger of a home as a hash chain (rule R61), oldest row first: each hash covers all earlier rows, so that a saved
 * hash reveals later edits. The algorithm is documented in the contract for other languages.
 */
export function ledgerChain(rows: readonly LedgerRow[]): Pick<LedgerAnswer, 'rows' | 'hash'> {
  let hash = '';
  const told = [...rows]
    .sort((a, b) => a.seenTime.getTime() - b.seenTime.getTime() || a.historyId - b.historyId)
    .map(({ id, kind, dataset, listingId, oldValue, newValue, sourceTime, seenTime }) => {
      const row = {
        id,
        kind,
        dataset,
        listingId,
        oldValue,
        newValue,
        sourceTime: sourceTime?.toISOString() ?? null,
        seenTime: seenTime.toISOString(),
      };
      hash = createHash('sha256')
        .update(`${hash}\n${JSON.stringify(Object.values(row))}`)
        .digest('hex');
      return { ...row, hash };
    });
  return { rows: told, hash: hash === '' ? createHash('sha256').update('').digest('hex') : hash };
}
