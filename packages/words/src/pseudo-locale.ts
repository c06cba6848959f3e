const LETTERS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/**
 * A message as of a language that nobody speaks: marked at both ends, with accents, a third longer, its placeholders and
 * branches as they were. Whatever a page shows without marks is text that stands in the code; whatever does not fit shows
 * where a longer language would break.
 */
export function pseudoMessage(message: string): string {
  let depth = 0;
  let out = '';
  let grown = 0;
  for (let at = 0; at < message.length; at += 1) {
    const sign = message[at] as string;
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    // Within a plural or a choice every second brace opens text again.
    const isText = depth % 2 === 0 && sign !== '{' && sign !== '}';
    const accented = isText ? LETTERS[sign] : undefined;
    out += accented ?? sign;
    if (accented !== undefined) {
      grown += 1;
      if (grown % 2 === 0) out += accented;
    }
  }
  return `⟦${out}⟧`;
}
