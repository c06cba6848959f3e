/** Documents only: no advice on where or from whom to rent (rule R69). */
export const STAYS = [
  'citizen',
  'permanent',
  'work',
  'exchange',
  'student',
  'training',
  'investor',
  'other',
] as const;
/** By visa: `work` H-1B and L-1, `exchange` J-1, `student` F-1, `training` F-1 with OPT, `investor` E-1 and E-2. */
export type Stay = (typeof STAYS)[number];

export const KIT_ITEMS = [
  'passport',
  'photo_id',
  'green_card',
  'visa',
  'i94',
  'i797',
  'ds2019',
  'i20',
  'ead',
  'no_ssn',
  'employer_letter',
  'transfer_letter',
  'admission_letter',
  'pay_stubs',
  'business_papers',
  'bank_statements',
  'korean_balance',
  'previous_landlord',
  'credit_report',
  'foreign_credit',
  'guarantor',
  'larger_first_payment',
  'move_in_money',
] as const;
export type KitItem = (typeof KIT_ITEMS)[number];

/** In the order in which owners ask for them. */
export const KIT_GROUPS = ['identity', 'stay', 'income', 'savings', 'history', 'instead', 'money'] as const;
export type KitGroup = (typeof KIT_GROUPS)[number];

export interface RenterFacts {
  stay?: Stay | undefined;
  hasSsn: boolean;
  hasCredit: boolean;
  isTransferred?: boolean;
}

const HAS_JOB: readonly Stay[] = ['citizen', 'permanent', 'work', 'exchange', 'training', 'other'];

/** The papers to bring. Without a stay only what all need, since its other answers may not have been given either. */
export function renterKit({ stay, hasSsn, hasCredit, isTransferred = false }: RenterFacts): {
  group: KitGroup;
  items: KitItem[];
}[] {
  const isKnown = stay !== undefined;
  const isForeign = isKnown && stay !== 'citizen' && stay !== 'permanent';
  const hasJob = isKnown && HAS_JOB.includes(stay);
  const isWithoutCredit = isKnown && !hasCredit;
  const items: Record<KitGroup, (KitItem | false)[]> = {
    identity: [isForeign ? 'passport' : isKnown && 'photo_id', isKnown && !hasSsn && 'no_ssn'],
    stay: [
      stay === 'permanent' && 'green_card',
      isForeign && 'visa',
      isForeign && 'i94',
      (stay === 'work' || stay === 'investor') && 'i797',
      stay === 'exchange' && 'ds2019',
      (stay === 'student' || stay === 'training') && 'i20',
      stay === 'training' && 'ead',
    ],
    income: [
      hasJob && 'employer_letter',
      isTransferred && 'transfer_letter',
      stay === 'student' && 'admission_letter',
      stay === 'investor' && 'business_papers',
      hasJob && 'pay_stubs',
    ],
    savings: ['bank_statements', isWithoutCredit && 'korean_balance'],
    history: ['previous_landlord', hasCredit && 'credit_report'],
    instead: isWithoutCredit ? ['foreign_credit', 'guarantor', 'larger_first_payment'] : [],
    money: ['move_in_money'],
  };
  return KIT_GROUPS.map((group) => ({
    group,
    items: items[group].filter((item): item is KitItem => item !== false),
  })).filter((one) => one.items.length > 0);
}
