import { parse } from '@formatjs/icu-messageformat-parser';
import { compileMessage } from './compile-message.ts';
import { formatCompiled } from './compiled-message.ts';
import { LANGUAGE_TAGS, type Locale } from './locale.ts';

const WORD_FAULTS = [
  'empty',
  'too_long',
  /** `detail` is the parser's message. */
  'icu',
  /** `detail` names the first that differs from the bundled message. */
  'placeholders',
  'markup',
  /** A line break or invisible character. */
  'invisible',
  /** English containing Hangul, or Korean without any. */
  'other_language',
  /** A known mistranslation (rule R20); `detail` is the phrase. */
  'forbidden',
] as const;
export type WordFault = (typeof WORD_FAULTS)[number];

export interface WordProblem {
  fault: WordFault;
  detail: string;
}

const LONGEST = 4_000;

/** Frequent machine mistranslations (rule R20). */
const FORBIDDEN_PAIRS: readonly (readonly [english: RegExp, korean: RegExp, wrong: string])[] = [
  [/\bstate\b/i, /상태/, 'state → 상태'],
  [/\blistings?\b/i, /목록/, 'listing → 목록'],
  [/\blot\b/i, /많이/, 'lot → 많이'],
];

/** Messages equal in both languages, and the one that explains 평. */
const ALIKE = /^((site|language|unit|brand)\.|sentence\.pyeong$)/;

/** Change only with the code: consents are stored with the hash of their text; two error messages are specified. */
const LOCKED = /^(consent|account\.consent|legal)\.|^error\.(home_not_found|not_found|screen\.)/;

export function isLockedWord(key: string): boolean {
  return LOCKED.test(key);
}

/** `bundled` is the message that `text` overrides, `english` the current English text. */
export function wordProblems(given: {
  locale: Locale;
  key: string;
  text: string;
  bundled: string;
  english: string;
}): WordProblem[] {
  const { locale, key, text, bundled, english } = given;
  if (text.trim() === '') return [{ fault: 'empty', detail: '' }];
  if (text.length > LONGEST) return [{ fault: 'too_long', detail: String(LONGEST) }];
  const read = readMessage(text);
  if (typeof read === 'string') return [{ fault: 'icu', detail: read }];
  const problems: WordProblem[] = [];
  const wanted = new Set(collectNames(asts(bundled)));
  const given1 = new Set(collectNames(read));
  const strange = [...given1].find((name) => !wanted.has(name));
  const lost = [...wanted].find((name) => !given1.has(name));
  if (strange !== undefined || lost !== undefined) {
    problems.push({ fault: 'placeholders', detail: strange === undefined ? `{${lost}}` : `{${strange}}` });
  }
  const tags = collectTags(read);
  if (tags.some((tag) => !collectTags(asts(bundled)).includes(tag))) {
    problems.push({ fault: 'markup', detail: `<${tags[0]}>` });
  }
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text.replace(/[\u200d\u00ad]/g, '')) && !/\n/.test(bundled)) {
    problems.push({ fault: 'invisible', detail: '' });
  }
  const said = collectLiterals(read);
  if (!ALIKE.test(key)) {
    const hasHangul = /\p{Script=Hangul}/u.test(said);
    const letters = said.replace(/[^\p{L}]/gu, '');
    const isWrong = locale === 'en' ? hasHangul : letters.length > 3 && !hasHangul;
    if (isWrong) problems.push({ fault: 'other_language', detail: '' });
  }
  if (locale === 'ko') {
    for (const [en, ko, wrong] of FORBIDDEN_PAIRS) {
      if (en.test(english) && ko.test(text)) problems.push({ fault: 'forbidden', detail: wrong });
    }
  }
  return problems;
}

/** Includes nested ones; empty for invalid syntax. */
export function findPlaceholders(message: string): string[] {
  const read = readMessage(message);
  return typeof read === 'string' ? [] : [...new Set(collectNames(read))].sort();
}

/** Undefined for invalid syntax. */
export function previewMessage(
  locale: Locale,
  message: string,
  values: Record<string, string | number>,
): string | undefined {
  try {
    return formatCompiled(compileMessage(message), LANGUAGE_TAGS[locale], values);
  } catch {
    return undefined;
  }
}

interface Part {
  /** ICU element types: 0 is text, 8 a tag. */
  type: number;
  value: unknown;
  options?: Record<string, { value: Part[] }>;
  children?: Part[];
}

function readMessage(message: string): Part[] | string {
  try {
    return parse(message) as unknown as Part[];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0]!.slice(0, 200) : 'unreadable';
  }
}

function asts(message: string): Part[] {
  const read = readMessage(message);
  return typeof read === 'string' ? [] : read;
}

const listBranches = (part: Part): Part[][] => [
  ...Object.values(part.options ?? {}).map((branch) => branch.value),
  ...(part.children === undefined ? [] : [part.children]),
];

function collectNames(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => [
    ...(part.type !== 0 && part.type !== 8 && typeof part.value === 'string' ? [part.value] : []),
    ...listBranches(part).flatMap(collectNames),
  ]);
}

function collectTags(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => [
    ...(part.type === 8 ? [String(part.value)] : []),
    ...listBranches(part).flatMap(collectTags),
  ]);
}

function collectLiterals(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.type === 0 ? String(part.value) : listBranches(part).map(collectLiterals).join(' ')))
    .join(' ');
}
