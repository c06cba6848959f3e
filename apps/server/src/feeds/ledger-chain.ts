import { createHash } from 'node:crypto';
import type { LedgerAnswer } from '@maru/contract';
import type { LedgerRow } from '@maru/store';

/**
 * What was seen to happen to a home as a chain (rule R61), oldest first: each row's hash holds all
 * rows before it, so that whoever has kept one hash can tell whether anything before was changed. The rule is told in
 * the contract; a reader in any language can make the same hashes.
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
