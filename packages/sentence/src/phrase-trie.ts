/** A phrase found in a text. */
export interface Found<T> {
  /** UTF-16 units, end not included. */
  end: number;
  /** All meanings of the phrase, in the order in which they were added. */
  values: readonly T[];
}

interface Node<T> {
  next: Map<string, Node<T>>;
  values: T[] | undefined;
}

const HANGUL = /[\u3131-\u318e\uac00-\ud7a3]/;
const LATIN = /[a-z]/;
const DIGIT = /[0-9]/;

/**
 * Finds all phrases at one position of a text in one walk. A blank in a phrase matches blanks or hyphens; beside
 * Hangul it is optional. English words must end at a word boundary; Korean words need not, because particles are
 * joined to them.
 */
export class PhraseTrie<T> {
  readonly #root: Node<T> = { next: new Map(), values: undefined };

  add(phrase: string, value: T): void {
    let node = this.#root;
    for (let at = 0; at < phrase.length; at += 1) {
      const char = phrase[at] as string;
      const isOpen = char === ' ' && (HANGUL.test(phrase[at - 1] ?? '') || HANGUL.test(phrase[at + 1] ?? ''));
      // An optional blank is stored as a tab.
      const key = isOpen ? '\t' : char;
      let next = node.next.get(key);
      if (next === undefined) {
        next = { next: new Map(), values: undefined };
        node.next.set(key, next);
      }
      node = next;
    }
    node.values ??= [];
    if (!node.values.includes(value)) node.values.push(value);
  }

  /** The phrases at `from`, unordered; `text` is in lower case. */
  findAt(text: string, from: number): Found<T>[] {
    const before = text[from - 1] ?? ' ';
    const first = text[from] ?? '';
    // Not in the middle of an English word or a number, except after digits: "3bd".
    if (LATIN.test(first) && LATIN.test(before)) return [];
    if (DIGIT.test(first) && /[0-9a-z.,$]/.test(before)) return [];
    const found: Found<T>[] = [];
    const walk = (node: Node<T>, at: number) => {
      if (node.values !== undefined && isEnd(text, at)) found.push({ end: at, values: node.values });
      const char = text[at];
      if (char === undefined) return;
      const next = node.next.get(char);
      if (next !== undefined) walk(next, at + 1);
      const blanks = blanksAt(text, at);
      const closed = blanks > 0 && char !== '\t' ? node.next.get(' ') : undefined;
      // Exactly one blank was matched above.
      if (closed !== undefined && !(char === ' ' && blanks === 1)) walk(closed, at + blanks);
      const open = node.next.get('\t');
      if (open !== undefined) walk(open, at + blanks);
    };
    walk(this.#root, from);
    return found;
  }
}

/** The number of blanks and hyphens there; up to five count as one blank. */
function blanksAt(text: string, at: number): number {
  let count = 0;
  while (count < 5 && (text[at + count] === ' ' || (text[at + count] === '-' && count < 5))) count += 1;
  return count;
}

function isEnd(text: string, at: number): boolean {
  const last = text[at - 1] ?? '';
  const next = text[at] ?? '';
  if (LATIN.test(last)) return !LATIN.test(next);
  if (DIGIT.test(last)) return !/[0-9a-z]/.test(next);
  return true;
}
