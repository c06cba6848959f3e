import type { HomeAnswer } from '@maru/contract';

/** What is paid each month to an association, or to the corporation of a co-op. */
export function feeLabel({ homeType }: Pick<HomeAnswer, 'homeType'>): 'fact.hoa' | 'fact.maintenance' {
  return homeType === 'coop' ? 'fact.maintenance' : 'fact.hoa';
}
