/** A small seeded random generator; the same parts give the same sequence on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** A number in [low, high). */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Approximately normal, mean 0, deviation 1, limited to ±3. */
  normal(): number;
  /** `count` different members in the order of `choices`. */
  some<T>(choices: readonly T[], count: number): T[];
  shuffle<T>(list: T[]): T[];
}

/** A generator seeded by a name: `randomOf(seed, 'home', 17)`. */
export function randomOf(...parts: (string | number)[]): Random {
  return new Mulberry(hashOf(parts.join('\u0001')));
}

/** Mulberry32: one word of state and fast, since half a million are created at start. */
class Mulberry implements Random {
  private state: number;

  constructor(state: number) {
    this.state = state;
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    const state = this.state;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.int(0, choices.length - 1)]!;
  }

  normal(): number {
    return Math.max(-3, Math.min(3, (this.next() + this.next() + this.next() + this.next() - 2) * 1.73));
  }

  some<T>(choices: readonly T[], count: number): T[] {
    let left = Math.min(count, choices.length);
    // Selection sampling keeps the order and needs no copy.
    return choices.filter((_, i) => {
      const taken = this.next() * (choices.length - i) < left;
      if (taken) left--;
      return taken;
    });
  }

  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      const held = list[i]!;
      list[i] = list[j]!;
      list[j] = held;
    }
    return list;
  }
}

/** A random value in [0, 1) determined by seed, number and salt. Cheap: builds no string. */
export function rollOf(seed: number, number: number, salt: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(salt + 1, 0x27d4eb2f), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
}

/** FNV-1a with a final mix, 32 bits, unsigned. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  return hash >>> 0;
}
