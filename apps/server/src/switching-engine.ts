import type { SearchAnswer, SearchEngine, SearchRequest } from '@maru/listing';

/** Answers from memory once it is loaded; until then from SQL, which is slower and just as right. */
export class SwitchingEngine implements SearchEngine {
  readonly #memory: SearchEngine;
  readonly #sql: SearchEngine;
  readonly #isLoaded: () => boolean;

  constructor(memory: SearchEngine, sql: SearchEngine, isLoaded: () => boolean) {
    this.#memory = memory;
    this.#sql = sql;
    this.#isLoaded = isLoaded;
  }

  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    return this.#current().search(request, signal);
  }

  version(): string {
    return this.#current().version();
  }

  #current(): SearchEngine {
    return this.#isLoaded() ? this.#memory : this.#sql;
  }
}
