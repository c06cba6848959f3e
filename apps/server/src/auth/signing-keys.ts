import { DAY_MS, MINUTE_MS } from '@maru/listing';
import type { StoredKey, SigningKeys as StoredKeys } from '@maru/store';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { joinShared } from '../front-door/current-visit.ts';

/** A key signs for so long. */
const SIGNS_FOR = 30 * DAY_MS;
/** It is published before it signs, so that no node meets a token whose key it has not heard of. */
const LEAD = 60 * MINUTE_MS;
/** It is published after it has signed, until nothing of it can be good any more. */
const LAG = 60 * MINUTE_MS;
/** How often a node looks for keys that others have made. */
const LOOKED_AT_EVERY = 5 * MINUTE_MS;
/** A token of an unknown key makes a node look again, at most so often: anybody can invent a key's name. */
const LOOKED_AT_MOST = 5_000;

interface LoadedKey {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  activeFrom: number;
}

/**
 * The Ed25519 keys of access tokens. They are in the store, so that all nodes have the same ones; whichever node first
 * sees that the newest will not last makes the next. While the store is away a node goes on with those it has.
 */
export class SigningKeys {
  readonly #stored: StoredKeys;
  readonly #now: () => number;
  #keys = new Map<string, LoadedKey>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(options: { stored: StoredKeys; now?: () => number }) {
    this.#stored = options.stored;
    this.#now = options.now ?? Date.now;
  }

  /** The key to sign with now. @throws when the store is away and no key was ever loaded. */
  async signer(): Promise<{ kid: string; key: CryptoKey }> {
    await this.#lookEvery(LOOKED_AT_EVERY);
    const now = this.#now();
    const signer = [...this.#keys.values()].findLast(({ activeFrom }) => activeFrom <= now);
    if (signer === undefined) throw new Error('there is no key to sign access tokens with');
    return { kid: signer.kid, key: signer.privateKey };
  }

  /** Undefined when there is no such key. */
  async verifier(kid: string): Promise<CryptoKey | undefined> {
    const known = this.#keys.get(kid);
    if (known !== undefined) return known.publicKey;
    await this.#lookEvery(this.#keys.size === 0 ? 0 : LOOKED_AT_MOST);
    return this.#keys.get(kid)?.publicKey;
  }

  /** What `/.well-known/jwks.json` publishes. */
  async published(): Promise<{ keys: JWK[] }> {
    await this.#lookEvery(LOOKED_AT_EVERY);
    return { keys: [...this.#keys.values()].map(({ publicJwk }) => publicJwk) };
  }

  async #lookEvery(ms: number): Promise<void> {
    if (this.#now() - this.#lookedAt < ms) return;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    try {
      await joinShared(this.#looking);
    } catch (error) {
      if (this.#keys.size === 0) throw error;
    }
  }

  async #look(): Promise<void> {
    const now = this.#now();
    try {
      let stored = await this.#stored.list(new Date(now));
      if (needsNext(stored, now)) {
        stored = await this.#stored.renew(new Date(now), async (keys) =>
          needsNext(keys, now) ? await makeKey(keys, now) : undefined,
        );
      }
      this.#keys = new Map(
        await Promise.all(
          stored.map(async (key) => [key.kid, this.#keys.get(key.kid) ?? (await loadKey(key))] as const),
        ),
      );
      this.#lookedAt = now;
    } catch (error) {
      // Again in a while, not with every token; without any key at once.
      if (this.#keys.size > 0) this.#lookedAt = now - LOOKED_AT_EVERY + LOOKED_AT_MOST;
      throw error;
    }
  }
}

function needsNext(keys: readonly StoredKey[], now: number): boolean {
  const newest = keys.at(-1);
  return newest === undefined || now > newest.activeFrom.getTime() + SIGNS_FOR - LEAD;
}

async function makeKey(keys: readonly StoredKey[], now: number): Promise<StoredKey> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  // The very first one is needed at once.
  const activeFrom = keys.length === 0 ? now : now + LEAD;
  return {
    kid,
    publicJwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' },
    privateJwk: { ...(await exportJWK(privateKey)) },
    createdAt: new Date(now),
    activeFrom: new Date(activeFrom),
    // Its successor may come late: no node may have been up when it was due.
    retiresAt: new Date(activeFrom + 2 * SIGNS_FOR + LAG),
  };
}

async function loadKey({ kid, publicJwk, privateJwk, activeFrom }: StoredKey): Promise<LoadedKey> {
  const [publicKey, privateKey] = await Promise.all([
    importJWK(publicJwk as JWK, 'EdDSA') as Promise<CryptoKey>,
    importJWK(privateJwk as JWK, 'EdDSA') as Promise<CryptoKey>,
  ]);
  return { kid, publicJwk: publicJwk as JWK, publicKey, privateKey, activeFrom: activeFrom.getTime() };
}
