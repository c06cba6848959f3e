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
 * Accented, a third longer and marked at both ends, keeping placeholders and branches. Unmarked text on a page is
 * hard-coded; overflow shows where longer languages break the layout.
 */
export function pseudoMessage(message: string): string {
  let depth = 0;
  let out = '';
  let grown = 0;
  for (let at = 0; at < message.length; at += 1) {
    const sign = message[at] as string;
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    // Within a plural or select every second brace level is text.
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
