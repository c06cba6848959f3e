import type { ReceiptAnswer } from '@maru/contract';

export interface ContactStep {
  step: 'sent' | 'delivered' | 'opened' | 'answered' | 'appointment' | 'closed' | 'withdrawn';
  /** UTC ISO; null: not yet; undefined: done at an unknown time. */
  at: string | null | undefined;
}

/** The times of a contact or its receipt. */
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
 * The progress of a contact, in order (rule R19). For a recipient who gets it by email only, nothing is known after the
 * delivery. After a withdrawal only the completed steps are listed.
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

/** Whether a text has the form of a receipt's token; others are not requested. */
export function isReceiptToken(text: unknown): text is string {
  return typeof text === 'string' && /^[\w-]{43}$/.test(text);
}
