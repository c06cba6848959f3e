/** A possible discrimination (rule R47) or payment before a viewing (rule R29): a reason to review, not a verdict. */
export interface ScanFinding {
  rule: ScanRule;
  quote: string;
  /** UTF-16 units. */
  start: number;
}

export const FAIR_HOUSING_RULES = [
  /** Section 8 and other vouchers: source of income (California). */
  'source_of_income',
  'familial_status',
  'national_origin',
  'race',
  'religion',
  'citizenship',
  'language',
  'sex',
  'disability',
  'age',
] as const;
export const PAYMENT_RULES = ['payment_first', 'payment_channel'] as const;
export type FairHousingRule = (typeof FAIR_HOUSING_RULES)[number];
export type PaymentRule = (typeof PAYMENT_RULES)[number];
export type ScanRule = FairHousingRule | PaymentRule;

/** One finding per rule. */
export function scanFairHousing(text: string): ScanFinding[] {
  return scan(text, FAIR_HOUSING);
}

/** One finding per rule. */
export function scanPayment(text: string): ScanFinding[] {
  return scan(text, PAYMENT);
}

const FAITHS =
  '(?:christians?|catholics?|protestants?|muslims?|jewish|buddhists?|church\\s*(?:members?|goers?))';
const KOREAN_PEOPLE =
  '(?:한국\\s*(?:인|사람|분)|한인|교포|동포|백인|흑인|중국\\s*인|일본\\s*인|히스패닉|라티노|아시안|동양\\s*인)';

/** Words may be separated by any spaces; \b is not used next to Korean letters, which it does not support. */
const FAIR_HOUSING: Record<FairHousingRule, readonly string[]> = {
  source_of_income: [
    String.raw`\bno\s+(?:section|sec\.?)\s*(?:8|eight)\b`,
    String.raw`\bno\s+(?:housing\s+)?(?:vouchers?|hud|welfare|government\s+assistance)\b`,
    String.raw`\b(?:section|sec\.?)\s*(?:8|eight)\s+(?:is\s+|are\s+)?not\s+(?:accepted|allowed|welcome)`,
    String.raw`\bnot\s+accept(?:ing)?\s+(?:section|sec\.?)\s*(?:8|eight)\b`,
    String.raw`섹션\s*(?:8|에잇|팔)\s*(?:은|는|을|를)?\s*(?:안|불가|사절|받지|거절|노)`,
    String.raw`(?:바우처|정부\s*보조)\s*(?:은|는|을|를)?\s*(?:안\s*받|불가|사절|받지|거절)`,
  ],
  familial_status: [
    String.raw`\badults?\s+only\b`,
    String.raw`\b(?:no|without)\s+(?:kids|children|babies|infants)\b`,
    String.raw`\b(?:kids|children)\s+(?:are\s+)?not\s+(?:allowed|welcome)`,
    String.raw`\b(?:singles?|couples?)\s+only\b`,
    String.raw`\b(?:perfect|ideal)\s+for\s+(?:singles?|couples?|empty\s+nesters?)\b`,
    String.raw`(?:아이|아기|어린이|자녀|애들?)\s*(?:가|는|은)?\s*(?:없는|사절|불가|안\s*됩|안\s*돼|안\s*받)`,
    String.raw`(?:성인|어른|독신|싱글|부부|커플)\s*(?:만|전용)(?!\s*원)`,
    String.raw`노\s*키즈`,
  ],
  national_origin: [
    String.raw`\b(?:perfect|ideal|great|best|only|reserved)\s+for\s+(?:koreans?|asians?|chinese|japanese|latinos?|hispanics?|indians?|americans?)\b`,
    String.raw`\b(?:koreans?|asians?|chinese|japanese|latinos?|hispanics?|americans?)\s+(?:tenants?\s+|famil(?:y|ies)\s+|people\s+)?(?:only|preferred|welcome)\b`,
    String.raw`\b(?:only|prefer(?:ring|s)?)\s+(?:koreans?|asians?|chinese|japanese|americans?)\b`,
    String.raw`\bno\s+(?:koreans?|asians?|chinese|japanese|latinos?|hispanics?|mexicans?|indians?|foreigners|immigrants)\b`,
    `${KOREAN_PEOPLE}\\s*(?:에게|한테)?\\s*(?:만|전용|우대|선호|환영|사절)`,
    String.raw`외국\s*인\s*(?:은|는)?\s*(?:사절|불가|안\s*받)`,
    String.raw`(?:한인|한국\s*인|한국\s*사람)(?:이|들이)?\s*(?:많은|많이\s*사는|살기\s*좋은)\s*(?:동네|지역|단지|곳)?`,
  ],
  race: [
    String.raw`\b(?:whites?|blacks?|caucasians?)\s+(?:tenants?\s+|famil(?:y|ies)\s+|people\s+)?(?:only|preferred)\b`,
    String.raw`\bno\s+(?:whites|blacks|people\s+of\s+color)\b`,
    String.raw`\b(?:white|black|asian|hispanic|latino|korean)\s+(?:neighbou?rhood|area|community)\b`,
    String.raw`(?:백인|흑인)\s*(?:동네|지역|만|사절)`,
  ],
  religion: [
    `\\b${FAITHS}\\s+(?:tenants?\\s+|famil(?:y|ies)\\s+|people\\s+|home\\s+)?(?:only|preferred|welcome)\\b`,
    `\\b(?:only|prefer(?:ring)?|perfect\\s+for|ideal\\s+for)\\s+${FAITHS}\\b`,
    String.raw`\b(?:christian|catholic|jewish|muslim)\s+(?:neighbou?rhood|area|community)\b`,
    String.raw`(?:교인|성도|기독교\s*인|크리스천|크리스찬|천주교\s*인|신자|불자|불교\s*신자)\s*(?:분)?\s*(?:만|환영|우대|선호|전용)`,
    String.raw`(?:교회|성당)\s*(?:다니|나가)(?:시)?는\s*분`,
  ],
  citizenship: [
    String.raw`\b(?:us\s+)?citizens?\s+(?:only|preferred)\b`,
    String.raw`\bmust\s+be\s+(?:a\s+)?(?:us\s+)?citizens?\b`,
    String.raw`\bno\s+(?:illegals?|undocumented|visa\s+holders?)\b`,
    String.raw`(?:시민권자|영주권자)\s*(?:만|우대|전용)`,
    String.raw`(?:불법\s*체류자?|서류\s*미비자?)\s*(?:는|은)?\s*(?:사절|불가|안)`,
  ],
  language: [
    String.raw`\b(?:english|korean|spanish|chinese)[\s-]+speak(?:ers?|ing)\s+(?:tenants?\s+|famil(?:y|ies)\s+|people\s+)?only\b`,
    String.raw`\bmust\s+speak\s+(?:english|korean)\b`,
    String.raw`(?:영어|한국어|한국말)\s*(?:가능|하는|하시는)\s*(?:자|분|사람)?\s*만(?!\s*원)`,
  ],
  sex: [
    String.raw`\b(?:females?|males?|women|men|ladies|girls|guys)\s+only\b`,
    String.raw`\bno\s+(?:men|women|gays?|lesbians?|lgbt\w*)\b`,
    String.raw`(?:여성|남성|여자|남자|여학생|남학생)\s*(?:분)?\s*(?:만|전용|우대)`,
  ],
  disability: [
    String.raw`\b(?:no|not\s+suitable\s+for)\s+(?:wheelchairs?|disabled|handicapped|service\s+animals?|emotional\s+support)\b`,
    String.raw`\b(?:able[\s-]*bodied|physically\s+fit)\s+(?:tenants?|people|only)\b`,
    String.raw`장애\s*인\s*(?:은|는)?\s*(?:사절|불가|안\s*받)`,
  ],
  age: [
    String.raw`\b(?:no|without)\s+(?:seniors|elderly|old\s+people)\b`,
    String.raw`\b(?:young|mature)\s+(?:professionals?|people|couples?|adults?)\s+(?:only|preferred)\b`,
    String.raw`(?:젊은\s*(?:분|사람|부부)|노인|어르신)\s*(?:만|사절|불가|우대)`,
  ],
};

const WAYS =
  '(?:zelle|venmo|cash\\s*app|paypal|western\\s*union|money\\s*gram|wire|bitcoin|btc|crypto|usdt|gift\\s*cards?|moneygram)';
const KOREAN_WAYS = '(?:젤|젤레|벤모|페이팔|비트코인|코인|기프트\\s*카드|상품권|송금|입금|이체)';

const PAYMENT: Record<PaymentRule, readonly string[]> = {
  payment_first: [
    String.raw`\bdeposit\s+(?:first|upfront|up\s+front|in\s+advance|before)\b`,
    String.raw`\b(?:pay|send|transfer|wire)\b[^.!?\n]{0,40}\b(?:first|upfront|up\s+front|in\s+advance|before\s+(?:viewing|seeing|the\s+tour|showing|you\s+see))`,
    String.raw`\b(?:hold|reserve|secure)\s+(?:the\s+|this\s+|your\s+)?(?:home|house|unit|apartment|apt|place|room)\s+(?:with|by|for)\s+(?:a\s+)?(?:deposit|payment|\$)`,
    String.raw`선\s*입금`,
    String.raw`선\s*(?:결제|송금|납|지불)`,
    String.raw`(?:보증금|계약금|예약금|디파짓|디포짓|가계약금|돈)[^.!?\n]{0,16}(?:먼저|미리|선불|부터)`,
    String.raw`(?:먼저|미리)[^.!?\n]{0,16}(?:입금|송금|이체|보내\s*주|결제)`,
    String.raw`(?:보기|집\s*보기|방문)\s*전(?:에)?[^.!?\n]{0,16}(?:입금|송금|이체|보증금|디파짓|디포짓)`,
  ],
  payment_channel: [
    `\\b${WAYS}\\b[^.!?\\n]{0,40}\\b(?:deposit|rent|payment|fee|money|\\$\\s?\\d)`,
    `\\b(?:deposit|rent|payment|fee|money|pay|send|\\$\\s?\\d[\\d,]*)[^.!?\\n]{0,40}\\b${WAYS}\\b`,
    String.raw`\bgift\s+cards?\b`,
    `${KOREAN_WAYS}\\s*(?:으로|로|에|만)[^.!?\\n]{0,16}(?:입금|송금|이체|결제|보내|받)`,
    String.raw`\b(?:zelle|venmo)\b\s*(?:로|으로)`,
  ],
};

function scan(text: string, rules: Record<string, readonly string[]>): ScanFinding[] {
  const { plain, findPosition } = readable(text);
  const found: ScanFinding[] = [];
  for (const [rule, patterns] of Object.entries(rules)) {
    for (const pattern of patterns) {
      const match = compilePattern(pattern).exec(plain);
      if (match === null) continue;
      const start = findPosition(match.index);
      const quote = text.slice(start, findPosition(match.index + match[0].length));
      found.push({ rule: rule as ScanRule, quote, start });
      break;
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const compiled = new Map<string, RegExp>();

function compilePattern(pattern: string): RegExp {
  let made = compiled.get(pattern);
  if (made === undefined) {
    made = new RegExp(pattern, 'iu');
    compiled.set(pattern, made);
  }
  return made;
}

/**
 * The text with plain signs and one space (or line break) for each run of spaces, and the position in `text` of a position
 * in it. With long runs the time of patterns like `\s*x?\s*` is quadratic.
 */
function readable(text: string): { plain: string; findPosition: (at: number) => number } {
  const gaps: { at: number; dropped: number }[] = [];
  const plain = text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[_*~·・\u200b-\u200d\u2060\ufeff\u3000\u00a0]/g, ' ')
    .replace(/\s{2,}/g, (run, at: number) => {
      gaps.push({ at, dropped: run.length - 1 });
      return run.includes('\n') ? '\n' : ' ';
    });
  const findPosition = (at: number) =>
    gaps.reduce((position, gap) => (gap.at < position ? position + gap.dropped : position), at);
  return { plain, findPosition };
}
