import type { Credential } from '../connection.ts';

/** The token goes in a header, because URLs end up in logs; `access_token=` is tried once after a 401 (rule F62). */
export class BridgeCredential implements Credential {
  readonly #token: string;
  #place: 'header' | 'query' = 'header';
  #query: 'untried' | 'trying' | 'works' | 'refused' = 'untried';

  constructor(token: string) {
    this.#token = token;
  }

  async sign(request: { url: URL; headers: Record<string, string> }): Promise<void> {
    if (this.#place === 'header') {
      request.headers.authorization = `Bearer ${this.#token}`;
      return;
    }
    const before = request.url.search === '' ? '?' : `${request.url.search}&`;
    request.url.search = `${before}access_token=${encodeURIComponent(this.#token)}`;
  }

  secrets(): string[] {
    return [this.#token];
  }

  async renew(): Promise<boolean> {
    if (this.#query === 'untried') {
      this.#query = 'trying';
      this.#place = 'query';
    }
    return this.#place === 'query';
  }

  settled(request: { headers: Record<string, string> }, status: number): void {
    if (request.headers.authorization !== undefined || this.#query !== 'trying') return;
    if (status === 401) {
      this.#query = 'refused';
      this.#place = 'header';
    } else if (status < 500) {
      this.#query = 'works';
    }
  }
}
