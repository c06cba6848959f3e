/** Korean particles depend on the sound before them: messages contain both forms, "{place}은(는)", resolved after formatting. */

const PAIRS: Record<string, readonly [afterConsonant: string, afterVowel: string]> = {
  '은(는)': ['은', '는'],
  '이(가)': ['이', '가'],
  '을(를)': ['을', '를'],
  '과(와)': ['과', '와'],
  '(으)로': ['으로', '로'],
  '(이)나': ['이나', '나'],
  '(이)라': ['이라', '라'],
};
const PATTERN =
  /([\p{L}\p{N}])(["'”’)\]]*)(은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로|\(이\)나|\(이\)라)/gu;

const DIGIT_FINAL: Record<string, 'none' | 'rieul' | 'other'> = {
  0: 'other', // 영
  1: 'rieul', // 일
  2: 'none', // 이
  3: 'other', // 삼
  4: 'none', // 사
  5: 'none', // 오
  6: 'other', // 육
  7: 'rieul', // 칠
  8: 'rieul', // 팔
  9: 'none', // 구
};

/** Final sound of a character: vowel, ㄹ (which takes 로), or another consonant. */
function finalSound(character: string): 'none' | 'rieul' | 'other' {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xac00 && code <= 0xd7a3) {
    const final = (code - 0xac00) % 28;
    return final === 0 ? 'none' : final === 8 ? 'rieul' : 'other';
  }
  const digit = DIGIT_FINAL[character];
  if (digit !== undefined) return digit;
  // Latin words by Korean pronunciation: Irvine 어바인, Bell 벨, Bellevue 벨뷰.
  if (/[l]/i.test(character)) return 'rieul';
  return /[mnbcgkpt]/i.test(character) ? 'other' : 'none';
}

/** Exceptions to the spelling: a silent e after n or m is pronounced as the consonant. */
function finalSoundOfWord(before: string): 'none' | 'rieul' | 'other' {
  const silent = /([a-z])e$/i.exec(before);
  if (silent?.[1] !== undefined && /[mn]/i.test(silent[1])) return 'other';
  if (silent?.[1] !== undefined && /l/i.test(silent[1])) return 'rieul';
  return finalSound(before.slice(-1));
}

export function withParticles(text: string): string {
  return text.replace(PATTERN, (_, character: string, closing: string, pair: string, offset: number) => {
    const before = text.slice(Math.max(0, offset - 20), offset) + character;
    const final = finalSoundOfWord(before);
    const [afterConsonant, afterVowel] = PAIRS[pair] as readonly [string, string];
    const vowelForm = final === 'none' || (pair === '(으)로' && final === 'rieul');
    return character + closing + (vowelForm ? afterVowel : afterConsonant);
  });
}
