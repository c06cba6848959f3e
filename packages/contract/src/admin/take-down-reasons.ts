export const TAKE_DOWN_REASONS = [
  'owner_request',
  'broker_request',
  'copyright',
  'fraud',
  'fair_housing',
  'court_order',
  'wrong_data',
  'other',
] as const;
export type TakeDownReason = (typeof TAKE_DOWN_REASONS)[number];
