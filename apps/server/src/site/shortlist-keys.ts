import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** 144 random bits, 24 letters: nobody guesses one. */
export function makeKey(): string {
  return randomBytes(18).toString('base64url');
}

/** What is stored of a key. It is random and long, so that a plain hash cannot be turned back. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** A key for the account that owns it, readable only with the server's secret (32 bytes). */
export function sealKey(key: string, secret: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Error when it was sealed with another secret, or changed */
export function openKey(sealed: string, secret: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
