/** Windows-1252 characters of the bytes 0x80–0x9f, where it differs from Latin-1. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** First character of a UTF-8 sequence read as Latin-1, with its possible followers. */
const SUSPECT = new RegExp(`[\\u00c2-\\u00f0][\\u0080-\\u00bf${WINDOWS_1252}]+`, 'g');

const FIRST = /[\u00c2-\u00f0]/;

/** Text may have been misread twice. */
const MAX_PASSES = 2;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

/** "Youâ€™ll" → "You’ll" (rule F86). Only sequences that encode back to the same characters, so "Côte" stays. */
export function repairMojibake(text: string): string {
  // Fast path: most texts are ASCII.
  if (!FIRST.test(text)) return text;
  let repaired = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const before = repaired;
    repaired = before.replace(SUSPECT, repairRun);
    if (repaired === before) break;
  }
  return repaired;
}

function repairRun(run: string): string {
  const letters = [...run];
  let done = '';
  let at = 0;
  while (at < letters.length) {
    const first = toByte(letters[at] as string) ?? 0;
    const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
    const taken = letters.slice(at, at + length).join('');
    const letter = length === 1 ? undefined : decoded(taken);
    done += letter ?? (letters[at] as string);
    at += letter === undefined ? 1 : length;
  }
  return done;
}

function decoded(letters: string): string | undefined {
  const bytes = [...letters].map(toByte);
  if (bytes.some((byte) => byte === undefined)) return undefined;
  try {
    const text = utf8.decode(new Uint8Array(bytes as number[]));
    const back = encoder.encode(text);
    const isSame = back.length === bytes.length && bytes.every((byte, i) => byte === back[i]);
    return isSame && !/\p{C}/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function toByte(letter: string): number | undefined {
  const index = WINDOWS_1252.indexOf(letter);
  if (index >= 0) return 0x80 + index;
  const code = letter.codePointAt(0) as number;
  return code <= 0xff ? code : undefined;
}
