/** The part of the API that the rivals use; the package has no types. */
declare module 'better-sqlite3' {
  class Database {
    constructor(file: string, options?: { readonly?: boolean });
    pragma(text: string): unknown;
    exec(sql: string): this;
    prepare(sql: string): Database.Statement;
    close(): void;
  }
  namespace Database {
    interface Statement {
      raw(isRaw: boolean): this;
      all(named: Record<number, number>): unknown[];
      run(...values: (number | null)[]): unknown;
    }
  }
  export default Database;
}
