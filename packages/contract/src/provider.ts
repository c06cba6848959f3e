/** The providers of an account, in the order in which they are offered (DESIGN.md: Kakao first). */
export const PROVIDERS = ['kakao', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];
