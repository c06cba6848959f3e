import type { HomeAnswer } from '@maru/contract';
import type { MessageKey } from '@maru/words';

/** What is paid each month to an association, or to the corporation of a co-op. */
export function feeLabel({ homeType }: Pick<HomeAnswer, 'homeType'>): 'fact.hoa' | 'fact.maintenance' {
  return homeType === 'coop' ? 'fact.maintenance' : 'fact.hoa';
}

/** As `feeLabel`, for cards, whose fee includes the rent of leased land; several homes by the kinds among them. */
export function duesLabel(homes: readonly Pick<HomeAnswer, 'homeType'>[]): MessageKey {
  const kinds = new Set(
    homes.map(({ homeType }) => (homeType === 'manufactured' || homeType === 'coop' ? homeType : 'hoa')),
  );
  if (kinds.size > 1) return 'fact.dues';
  return kinds.has('coop') ? 'fact.maintenance' : kinds.has('manufactured') ? 'fact.space_dues' : 'fact.hoa';
}
