import type pg from 'pg';
import { query, queryColumn, queryRow, withSnapshot, withWrite } from './connection.ts';

/** Statements on one subject, run on a pool of the store. */
export abstract class Repository {
  protected readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  protected async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<Row[]> {
    return await query<Row>(this.pool, statement, values);
  }

  protected async queryRow<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<Row | undefined> {
    return await queryRow<Row>(this.pool, statement, values);
  }

  protected async queryColumn<Value = string>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<Value[]> {
    return await queryColumn<Value>(this.pool, statement, values);
  }

  protected async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return await withWrite(this.pool, work);
  }

  protected async snapshot<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return await withSnapshot(this.pool, work);
  }
}
