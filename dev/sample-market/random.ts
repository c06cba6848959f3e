/** A small seeded source of chance; the same parts give the same sequence on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `low` to `high`, both possible. */
  int(low: number, high: number): number;
  /** A number in [low, high). */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** About normal, mean 0, deviation 1, never beyond ±3. */
  normal(): number;
  /** `count` different members in the order of `choices`. */
  some<T>(choices: readonly T[], count: number): T[];
  shuffle<T>(list: T[]): T[];
}

/** Chance from a name: `randomOf(seed, 'home', 17)`. */
export function randomOf(...parts: (string | number)[]): Random {
  let state = hashOf(parts.join('\u0001'));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const shuffle = <T>(list: T[]): T[] => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = int(0, i);
      const held = list[i]!;
      list[i] = list[j]!;
      list[j] = held;
    }
    return list;
  };
  return {
    next,
    int,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[int(0, choices.length - 1)]!,
    normal: () => Math.max(-3, Math.min(3, (next() + next() + next() + next() - 2) * 1.73)),
    some: (choices, count) => {
      const kept = new Set(shuffle(choices.map((_, i) => i)).slice(0, count));
      return choices.filter((_, i) => kept.has(i));
    },
    shuffle,
  };
}

/** FNV-1a with a last stir, 32 bits, unsigned. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  return hash >>> 0;
}
