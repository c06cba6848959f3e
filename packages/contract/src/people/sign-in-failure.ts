/** Reasons of a failed sign-in, in `/login?error=<code>`. Each has messages in both languages (`login.failed.<code>.*`). */
export const SIGN_IN_FAILURES = [
  'cancelled',
  /** A required permission was refused, or the account is barred. */
  'denied',
  /** State, nonce or code is expired, used or unknown. */
  'expired',
  /** Returned without the cookies set at the start. */
  'cookies_blocked',
  /** Times in the provider's token exceed the clock tolerance. */
  'clock_off',
  'provider_down',
  'email_missing',
  /** The email has an account of that provider: signing in with it too links both. */
  'join_kakao',
  'join_google',
  'failed',
] as const;
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];

export function parseSignInFailure(value: unknown): SignInFailure | undefined {
  return SIGN_IN_FAILURES.find((one) => one === value);
}
