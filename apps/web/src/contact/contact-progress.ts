import type { ReceiptAnswer } from '@maru/contract';

export interface ContactStep {
  step: 'sent' | 'delivered' | 'opened' | 'answered' | 'appointment' | 'closed' | 'withdrawn';
  /** UTC ISO; null: not yet; undefined: it has been, and when is not known. */
  at: string | null | undefined;
}

/** Of a contact or its receipt, what has happened to it. */
type Progress = Pick<
  ReceiptAnswer,
  | 'state'
  | 'answeredBy'
  | 'createdAt'
  | 'deliveredAt'
  | 'openedAt'
  | 'answeredAt'
  | 'closedAt'
  | 'withdrawnAt'
>;

/**
 * What became of a contact, in its order (rule R19). Of one who has it by mail alone nothing after the delivery can be
 * known, so nothing is said. After a withdrawal only what has been stands there.
 */
export function listSteps(contact: Progress): ContactStep[] {
  const { state, answeredBy, createdAt, deliveredAt, openedAt, answeredAt, closedAt, withdrawnAt } = contact;
  const steps: ContactStep[] = [
    { step: 'sent', at: createdAt },
    { step: 'delivered', at: deliveredAt },
  ];
  if (!answeredBy.byMailOnly) {
    steps.push({ step: 'opened', at: openedAt }, { step: 'answered', at: answeredAt });
    if (state === 'appointment') steps.push({ step: 'appointment', at: undefined });
    steps.push({ step: 'closed', at: closedAt });
  }
  if (withdrawnAt === null) return steps;
  return [...steps.filter(({ at }) => at !== null), { step: 'withdrawn', at: withdrawnAt }];
}

/** Whether a text can be the secret of a receipt at all; what cannot is not asked for. */
export function isReceiptToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}
