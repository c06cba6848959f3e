/**
 * Why a sign-in did not work, as the server says it in the address of `/login` (`?error=<code>`). A closed
 * union: each code has a title and a way on in both languages (`login.failed.<code>.*`).
 */
export const SIGN_IN_FAILURES = [
  /** The person pressed "cancel" at the provider. */
  'cancelled',
  /** Something needed was refused to us, or the account may not sign in. */
  'denied',
  /** State, nonce or code are too old, used already or unknown. */
  'expired',
  /** Came back without the cookies that were set when it began. */
  'cookies_blocked',
  /** The times in the provider's token lie outside what clocks may differ. */
  'clock_off',
  /** The provider breaks, is silent or cannot be reached. */
  'provider_down',
  /** The provider gave no verified e-mail address. */
  'email_missing',
  /** This e-mail has an account of that provider: whoever proves that one too joins both. */
  'join_kakao',
  'join_google',
  'failed',
] as const;
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];

/** Undefined for any other value. */
export function parseSignInFailure(value: unknown): SignInFailure | undefined {
  return SIGN_IN_FAILURES.find((one) => one === value);
}
