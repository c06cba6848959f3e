/**
 * Whether this browser sends Global Privacy Control (rule R45), a valid opt-out in California. The `Sec-GPC` header says the
 * same, but pages are cached for all visitors and cannot depend on it. A separate file, because it is part of the first script.
 */
export function isOptedOut(browser: object = navigator): boolean {
  return (browser as { globalPrivacyControl?: unknown }).globalPrivacyControl === true;
}
