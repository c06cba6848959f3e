/** A number, in digits or spelled out, and its unit prefix. */
export interface Amount {
  value: number;
  /** UTF-16 units, end not included. */
  end: number;
  currency: 'usd' | 'krw' | null;
  /** Its multiplier: 만, k, million; 1 for none. */
  scale: number;
  /** Digits only: "80,000" and "1.5" are no ZIP codes. */
  isPlain: boolean;
  /** "the 800s": from there to the next hundred thousand. */
  isDecade?: true;
}

/** The largest meaningful number; a longer one is not parsed as a number. */
const LARGEST = 1e13;

const SINO: Readonly<Record<string, number>> = {
  일: 1,
  이: 2,
  삼: 3,
  사: 4,
  오: 5,
  육: 6,
  칠: 7,
  팔: 8,
  구: 9,
};
const SMALL: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1_000 };
const LARGE: Readonly<Record<string, number>> = { 만: 1e4, 억: 1e8 };
const NATIVE: Readonly<Record<string, number>> = {
  한: 1,
  두: 2,
  세: 3,
  네: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
  열: 10,
};
const ENGLISH: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const ENGLISH_SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6 };

const PREFIX = /(?:us\$|\$|usd ?|₩|krw ?)/y;
const DIGITS = /\d{1,3}(?:,\d{3})+(?:\.\d{1,3})?|\d{1,12}(?:\.\d{1,4})?|\.\d{1,2}/y;
const WESTERN =
  / ?(?:(billion|빌리언|million|mil|mm|millions|밀리언|밀|k(?!타운)|thousand|grand)(?![a-z])|(m)(?![a-z0-9²]))/y;
const USD = / ?(?:불|달러|딸라|dollars?(?![a-z])|bucks?(?![a-z])|usd(?![a-z])|미불|\$(?!\d))/y;
const KRW = / ?(?:원|won(?![a-z])|krw(?![a-z]))/y;
/** Spelled numbers are parsed only before a counter: "이" is also a particle and part of many words. */
const SPELLED =
  /[일이삼사오육칠팔구십백천만억]+(?= ?(?:불|달러|딸라|원|평|개|층|년|대|칸|밀리언|프로|퍼센트|베드|배스|개월|마일|분 |억|만|주일|주 ?이내|주 ?안))/y;
const COUNTED = /(한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)(?= ?(?:개|칸|대|층|달|채|마리|베드|배스|시간))/y;
/** "in the 800s": thousands of dollars. */
const HUNDREDS = /([1-9]\d0)k?'?s(?![a-z])/y;
const HALF = / ?(?:and (?:a half|1\/2|½)(?![a-z])|개 ?반(?![가-힣])|½)/y;
const ENGLISH_WORD = /([a-z]+)(?![a-z'])/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Parses the amount at `from` of a lower-case text; undefined when there is none. */
export function readAmount(text: string, from: number): Amount | undefined {
  const before = text[from - 1] ?? ' ';
  if (/[\d.,]/.test(before) && /[\d.]/.test(text[from] ?? '')) return undefined;
  const prefix = match(PREFIX, text, from);
  const hundreds = match(HUNDREDS, text, prefix === null ? from : PREFIX.lastIndex);
  if (hundreds !== null) {
    const value = Number(hundreds[1]) * 1_000;
    return { value, end: HUNDREDS.lastIndex, currency: 'usd', scale: 1_000, isPlain: false, isDecade: true };
  }
  const at = prefix === null ? from : PREFIX.lastIndex;
  const number = readNumber(text, at, before);
  if (number === undefined) return undefined;
  let { value, end, scale, isPlain } = number;
  const western = match(WESTERN, text, end);
  if (western !== null) {
    const word = western[1] ?? western[2] ?? '';
    const by =
      word === 'k' || word === 'thousand' || word === 'grand' ? 1e3 : /billion|빌리언/.test(word) ? 1e9 : 1e6;
    value *= by;
    scale *= by;
    end = WESTERN.lastIndex;
    isPlain = false;
  }
  let currency: Amount['currency'] = prefix === null ? null : /₩|krw/.test(prefix[0]) ? 'krw' : 'usd';
  if (match(USD, text, end) !== null) {
    currency = 'usd';
    end = USD.lastIndex;
  } else if (match(KRW, text, end) !== null) {
    currency = 'krw';
    end = KRW.lastIndex;
  }
  // "3-bedroom", "2-car garage".
  if (text[end] === '-' && /[a-z]/.test(text[end + 1] ?? '')) end += 1;
  value = Math.round(value * 1e4) / 1e4;
  if (!(value <= LARGEST)) return undefined;
  return { value, end, currency, scale, isPlain: isPlain && currency === null };
}

interface Read {
  value: number;
  end: number;
  scale: number;
  isPlain: boolean;
}

function readNumber(text: string, at: number, before: string): Read | undefined {
  const spelled = match(SPELLED, text, at) ?? null;
  if (spelled !== null && !/[가-힣]/.test(before)) return withHalf(text, readKorean(text, at));
  const counted = match(COUNTED, text, at);
  if (counted !== null) {
    const value = NATIVE[counted[1] ?? ''] ?? 0;
    return withHalf(text, { value, end: COUNTED.lastIndex, scale: 1, isPlain: false });
  }
  if (match(DIGITS, text, at) !== null) return withHalf(text, readKorean(text, at));
  return /[a-z]/.test(before) ? undefined : withHalf(text, readEnglish(text, at));
}

/** "two and a half", "두 개 반". */
function withHalf(text: string, read: Read | undefined): Read | undefined {
  if (read === undefined || read.scale > 1) return read;
  const half = match(HALF, text, read.end);
  return half === null ? read : { ...read, value: read.value + 0.5, end: HALF.lastIndex, isPlain: false };
}

/** Digits with Korean units between and after: 12억 5천만, 3천5백, 120만, 백이십만; or digits alone. */
function readKorean(text: string, from: number): Read | undefined {
  let at = from;
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  let scale = 1;
  let isPlain = true;
  let smallest = Number.POSITIVE_INFINITY;
  let lastScale = 1;
  for (;;) {
    const digits = digit === undefined ? match(DIGITS, text, at) : null;
    const char = text[at] ?? '';
    if (digits !== null) {
      digit = Number(digits[0].replaceAll(',', ''));
      if (/[,.]/.test(digits[0])) isPlain = false;
      at = DIGITS.lastIndex;
    } else if (char in SINO && digit === undefined) {
      digit = SINO[char] as number;
      isPlain = false;
      at += 1;
    } else if (char in SMALL && (digit !== undefined || !/\d/.test(text[at - 1] ?? ''))) {
      const unit = SMALL[char] as number;
      section += (digit ?? 1) * unit;
      digit = undefined;
      lastScale = unit;
      isPlain = false;
      at += 1;
    } else if (char in LARGE) {
      const unit = LARGE[char] as number;
      if (unit >= smallest) break;
      // "3만", three of something: 만 after a counter means "only" and is no part of the number.
      total += (section + (digit ?? (section === 0 ? 1 : 0))) * unit;
      section = 0;
      digit = undefined;
      smallest = unit;
      lastScale = unit;
      isPlain = false;
      at += 1;
    } else if (char === ' ' && smallest < Number.POSITIVE_INFINITY && isNextPart(text, at + 1, smallest)) {
      at += 1;
    } else break;
  }
  if (at === from) return undefined;
  scale = Math.max(scale, smallest === Number.POSITIVE_INFINITY ? lastScale : smallest);
  return { value: total + section + (digit ?? 0), end: at, scale, isPlain };
}

/** "12억 5천만": a part after the blank continues the number with a smaller unit. */
function isNextPart(text: string, at: number, smallest: number): boolean {
  const next = /^(\d[\d,]*|[일이삼사오육칠팔구십백천]+)\s?([천백십]*)(만|억)?/.exec(text.slice(at, at + 20));
  if (next === null) return false;
  const unit = next[3] === undefined ? undefined : LARGE[next[3]];
  if (unit !== undefined) return unit < smallest;
  return smallest === 1e8 && (next[2] ?? '') !== '';
}

/** "three", "nine hundred thousand", "a million", "half a million". */
function readEnglish(text: string, from: number): Read | undefined {
  let at = from;
  let total = 0;
  let section: number | undefined;
  let scale = 1;
  const half = /^half a (million)(?![a-z])/.exec(text.slice(from, from + 20));
  if (half !== null) return { value: 5e5, end: from + half[0].length, scale: 1e6, isPlain: false };
  const part = /^(?:(?:a )?(half|quarter)(?: of)?(?: an?)?|an)(?=[ -]acre)/.exec(text.slice(from, from + 24));
  if (part !== null) {
    const value = part[1] === 'half' ? 0.5 : part[1] === 'quarter' ? 0.25 : 1;
    return { value, end: from + part[0].length, scale: 1, isPlain: false };
  }
  const article = /^a (?=(?:million|hundred thousand)(?![a-z]))/.exec(text.slice(from, from + 20));
  if (article !== null) {
    section = 1;
    at += 2;
  }
  let end: number | undefined;
  for (let words = 0; words < 8; words += 1) {
    const word = match(ENGLISH_WORD, text, at)?.[1];
    if (word === undefined) break;
    const unit = ENGLISH[word];
    const by = ENGLISH_SCALES[word];
    if (unit !== undefined) section = (section ?? 0) + unit;
    else if (by !== undefined && section !== undefined) {
      scale = by;
      if (by === 100) section *= 100;
      else {
        total += section * by;
        section = 0;
      }
    } else break;
    end = at + word.length;
    at = end + (/[ -]/.test(text[end] ?? '') ? 1 : 0);
  }
  if (end === undefined) return undefined;
  return { value: total + (section ?? 0), end, scale, isPlain: false };
}
