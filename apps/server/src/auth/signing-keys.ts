import { DAY_MS, MINUTE_MS } from '@maru/listing/time';
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

/** Period in which a key signs. */
const SIGNS_FOR = 30 * DAY_MS;
/** A key is published this long before it signs, so that every node knows it in time. */
const LEAD = 60 * MINUTE_MS;
/** A key stays published this long after it has signed, until its tokens have expired. */
const LAG = 60 * MINUTE_MS;
const RELOAD_INTERVAL = 5 * MINUTE_MS;
/** Minimum interval between reloads because of an unknown `kid`, which is attacker-controlled. */
const MIN_RELOAD_INTERVAL = 5_000;

interface LoadedKey {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  activeFrom: number;
}

/**
 * The Ed25519 keys of access tokens, shared by all nodes through the store. The first node that finds the newest key
 * about to expire creates the next one. While the store is unavailable a node uses the keys it has.
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

  /** The current signing key. @throws when the store is unavailable and no key was ever loaded */
  async signer(): Promise<{ kid: string; key: CryptoKey }> {
    await this.#lookEvery(RELOAD_INTERVAL);
    const now = this.#now();
    const signer = [...this.#keys.values()].findLast(({ activeFrom }) => activeFrom <= now);
    if (signer === undefined) throw new Error('no signing key for access tokens is available');
    return { kid: signer.kid, key: signer.privateKey };
  }

  async verifier(kid: string): Promise<CryptoKey | undefined> {
    const known = this.#keys.get(kid);
    if (known !== undefined) return known.publicKey;
    await this.#lookEvery(this.#keys.size === 0 ? 0 : MIN_RELOAD_INTERVAL);
    return this.#keys.get(kid)?.publicKey;
  }

  /** What `/.well-known/jwks.json` publishes. */
  async published(): Promise<{ keys: JWK[] }> {
    await this.#lookEvery(RELOAD_INTERVAL);
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
      // Retry after a pause rather than with every token; immediately while there is no key at all.
      if (this.#keys.size > 0) this.#lookedAt = now - RELOAD_INTERVAL + MIN_RELOAD_INTERVAL;
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
  // The very first key signs immediately.
  const activeFrom = keys.length === 0 ? now : now + LEAD;
  return {
    kid,
    publicJwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' },
    privateJwk: { ...(await exportJWK(privateKey)) },
    createdAt: new Date(now),
    activeFrom: new Date(activeFrom),
    // Long enough for a late successor: all nodes may have been down when it was due.
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
