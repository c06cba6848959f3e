/** Rows sorted by insertion, before runs are merged. */
const RUN = 16;
/** Comparisons between two pauses: a few milliseconds. */
const STEP = 16_384;

/** No two rows compare equal. Pauses (yields) every few milliseconds. Uses up the given array. */
export function* mergeSort(
  rows: Int32Array,
  compare: (a: number, b: number) => number,
): Generator<void, Int32Array> {
  const { length } = rows;
  for (let from = 0; from < length; from += RUN) {
    if (from % STEP === 0) yield;
    const end = Math.min(from + RUN, length);
    for (let i = from + 1; i < end; i++) {
      const row = rows[i];
      let at = i;
      for (; at > from && compare(rows[at - 1], row) > 0; at--) rows[at] = rows[at - 1];
      rows[at] = row;
    }
  }
  let source: Int32Array = rows;
  let target: Int32Array = new Int32Array(length);
  for (let width = RUN; width < length; width *= 2) {
    let next = STEP;
    for (let from = 0; from < length; from += 2 * width) {
      const middle = Math.min(from + width, length);
      const end = Math.min(from + 2 * width, length);
      let left = from;
      let right = middle;
      for (let to = from; to < end; to++) {
        if (to >= next) {
          next = to + STEP;
          yield;
        }
        const isLeft = left < middle && (right === end || compare(source[left], source[right]) < 0);
        target[to] = isLeft ? source[left++] : source[right++];
      }
    }
    [source, target] = [target, source];
  }
  return source;
}
