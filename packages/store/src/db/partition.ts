export class Partition<T> {
  readonly #parents = new Map<T, T>();

  add(one: T): void {
    if (!this.#parents.has(one)) this.#parents.set(one, one);
  }

  join(one: T, other: T): void {
    this.add(one);
    this.add(other);
    this.#parents.set(this.findRoot(one), this.findRoot(other));
  }

  findRoot(one: T): T {
    let root = one;
    for (;;) {
      const parent = this.#parents.get(root);
      if (parent === undefined || parent === root) break;
      root = parent;
    }
    for (let at = one; at !== root; ) {
      const parent = this.#parents.get(at)!;
      this.#parents.set(at, root);
      at = parent;
    }
    return root;
  }
}
