import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A random key of 144 bits, 24 characters. */
export function makeKey(): string {
  return randomBytes(18).toString('base64url');
}

/** The stored hash. Keys are random and long, so an unsalted hash suffices. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Encrypts a key for its owner with the server's secret (32 bytes). */
export function sealKey(key: string, secret: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Error when the secret differs or the text was tampered with */
export function openKey(sealed: string, secret: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
