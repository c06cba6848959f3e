/** Groups rows into lists of `size`. */
export async function* inBatches<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The first row, and a generator of all rows. */
export async function peek<Row>(
  rows: AsyncIterable<Row>,
): Promise<[first: Row | undefined, all: AsyncGenerator<Row>]> {
  const rest = rows[Symbol.asyncIterator]();
  const head = await rest.next();
  const all = (async function* () {
    for (let next = head; next.done !== true; next = await rest.next()) yield next.value;
  })();
  return [head.done === true ? undefined : head.value, all];
}
