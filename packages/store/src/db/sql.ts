import type pg from 'pg';
import { query, queryColumn, queryRow, type Source } from './connection.ts';

/**
 * A statement or a part of one, with the values of its parameters. pg's `query` accepts it as a `QueryConfig`, so no member may have
 * the name of an option of pg: with `rows` an error in a statement would end no transaction.
 */
export class Sql<Row extends pg.QueryResultRow = pg.QueryResultRow> {
  readonly parts: readonly string[];
  readonly values: unknown[];

  constructor(parts: readonly string[], values: unknown[]) {
    this.parts = parts;
    this.values = values;
  }

  get text(): string {
    return this.parts.reduce((text, part, at) => `${text}$${at}${part}`);
  }

  /** A part without parameters can also stand in a plain text. @throws TypeError with parameters */
  toString(): string {
    if (this.values.length > 0) throw new TypeError('the text would lose its parameters');
    return this.text;
  }

  async all(source: Source): Promise<Row[]> {
    return await query<Row>(source, this);
  }

  async row(source: Source): Promise<Row | undefined> {
    return await queryRow<Row>(source, this);
  }

  /** The first column of the rows. */
  async column<Value = string>(source: Source): Promise<Value[]> {
    return await queryColumn<Value>(source, this);
  }
}

/**
 * Embedded `Sql` becomes part of the statement; every other value is a parameter, each with the type of its place. A
 * constant with text needs a cast (`${ZONE}::text`) as a parameter: dev/checks/sql-templates.test.ts.
 */
export function sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  texts: TemplateStringsArray,
  ...embedded: unknown[]
): Sql<Row> {
  const parts = [texts[0]!];
  const values: unknown[] = [];
  const append = (text: string) => parts.push(parts.pop() + text);
  embedded.forEach((one, at) => {
    if (one instanceof Sql) {
      append(one.parts[0]!);
      parts.push(...one.parts.slice(1));
      values.push(...one.values);
      append(texts[at + 1]!);
    } else {
      values.push(one);
      parts.push(texts[at + 1]!);
    }
  });
  return new Sql(parts, values);
}

/** Trusted text as a part of a statement: a name, a keyword. Never user input. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

export function join(parts: readonly Sql[], separator: ', ' | ' and '): Sql {
  return parts.reduce((all, one) => sql`${all}${raw(separator)}${one}`);
}

/** Time and id of the last item of a page. */
export interface Position {
  at: string | Date;
  id: string;
}

/** Whether a row of a list is after the position; newest first is `desc`. `key`: its columns of time and id. */
export function isAfter(key: string, after: Position | undefined, order: 'asc' | 'desc' = 'desc'): Sql {
  if (after === undefined) return sql`true`;
  return sql`(${raw(key)}) ${raw(order === 'desc' ? '<' : '>')} (${after.at}::timestamptz, ${after.id}::text)`;
}
