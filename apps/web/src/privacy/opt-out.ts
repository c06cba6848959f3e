/**
 * Whether this browser asks not to be tracked (Global Privacy Control, rule R45; California's regulations take it
 * as a valid opt-out). The same as its `Sec-GPC: 1`, which pages cannot see: they are kept for everybody.
 */
export function isOptedOut(browser: object = navigator): boolean {
  return (browser as { globalPrivacyControl?: unknown }).globalPrivacyControl === true;
}
