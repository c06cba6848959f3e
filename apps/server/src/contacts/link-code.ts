import { createHmac } from 'node:crypto';
import { isSameSecret } from '../auth/same-secret.ts';

const DIGITS = 8;

/**
 * The code of an agent link, as "1234 5678". Derived from the email's id with a keyed hash: it is not stored, and a
 * resent email carries the same code. 8 digits against five attempts (`MAX_ATTEMPTS` of @maru/store).
 */
export function formatLinkCode(agentLetterId: string, secret: Buffer): string {
  const code = computeDigits(agentLetterId, secret);
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** Whether the input is the code of that email. Ignores spaces and hyphens. */
export function isLinkCode(typed: string, agentLetterId: string, secret: Buffer): boolean {
  return isSameSecret(typed.replace(/[\s-]/g, ''), computeDigits(agentLetterId, secret));
}

function computeDigits(agentLetterId: string, secret: Buffer): string {
  const mac = createHmac('sha256', secret).update(`link code\n${agentLetterId}`).digest();
  // 64 bits: the remainder of 10^8 favors no code by more than one in 10^11.
  return String(mac.readBigUInt64BE() % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0');
}
