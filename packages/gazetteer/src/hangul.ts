const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
/** The first final means none. */
const FINALS = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ';
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;

/** Letters typed with two keys. ㄲ and ㅆ are one key with Shift. */
const PAIRS: Readonly<Record<string, string>> = {
  ㅘ: 'ㅗㅏ',
  ㅙ: 'ㅗㅐ',
  ㅚ: 'ㅗㅣ',
  ㅝ: 'ㅜㅓ',
  ㅞ: 'ㅜㅔ',
  ㅟ: 'ㅜㅣ',
  ㅢ: 'ㅡㅣ',
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
};
const JOINED = new Map(Object.entries(PAIRS).map(([joined, pair]) => [pair, joined]));

export function hasHangul(text: string): boolean {
  return /[ㄱ-ㅣ가-힣]/.test(text);
}

/** Letters in typing order: "과" → "ㄱㅗㅏ", "ㄳ" → "ㄱㅅ". Other characters stay. */
export function decomposeHangul(text: string): string {
  let letters = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) {
      letters += PAIRS[char] ?? char;
      continue;
    }
    const syllable = code - FIRST_SYLLABLE;
    const vowel = VOWELS[Math.floor((syllable % 588) / 28)] ?? '';
    const final = FINALS[syllable % 28] ?? ' ';
    letters += INITIALS[Math.floor(syllable / 588)] ?? '';
    letters += PAIRS[vowel] ?? vowel;
    if (final !== ' ') letters += PAIRS[final] ?? final;
  }
  return letters;
}

/** "어" → "ㅇ"; other characters stay. */
export function initialLetter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return char;
  return INITIALS[Math.floor((code - FIRST_SYLLABLE) / 588)] ?? char;
}

/** As in 초성 search. */
export function isConsonant(char: string): boolean {
  return char.length === 1 && INITIALS.includes(char);
}

/** Composes letters like a Korean keyboard: "ㅇㅓㅂㅏㅇㅣㄴ" → "어바인". */
export function composeHangul(letters: string): string {
  let text = '';
  let initial = '';
  let vowel = '';
  let final = '';
  const flush = () => {
    text += composeSyllable(initial, vowel, final);
    initial = '';
    vowel = '';
    final = '';
  };
  for (const letter of letters) {
    if (VOWELS.includes(letter)) {
      if (final !== '') {
        // The last consonant starts the new syllable: 각 + ㅏ → 가가, 갃 + ㅏ → 각사.
        const pair = PAIRS[final];
        const next = pair === undefined ? final : pair.slice(1);
        final = pair === undefined ? '' : pair.slice(0, 1);
        flush();
        initial = next;
        vowel = letter;
      } else if (vowel !== '') {
        const joined = JOINED.get(vowel + letter);
        if (joined === undefined) flush();
        vowel = joined ?? letter;
      } else {
        vowel = letter;
      }
    } else if (INITIALS.includes(letter)) {
      const joined = final === '' ? undefined : JOINED.get(final + letter);
      if (initial !== '' && vowel !== '' && final === '' && FINALS.includes(letter)) final = letter;
      else if (joined !== undefined) final = joined;
      else {
        flush();
        initial = letter;
      }
    } else {
      flush();
      text += letter;
    }
  }
  flush();
  return text;
}

function composeSyllable(initial: string, vowel: string, final: string): string {
  if (initial === '' || vowel === '') return initial + vowel + final;
  const syllable =
    (INITIALS.indexOf(initial) * 21 + VOWELS.indexOf(vowel)) * 28 +
    (final === '' ? 0 : FINALS.indexOf(final));
  return String.fromCodePoint(FIRST_SYLLABLE + syllable);
}
