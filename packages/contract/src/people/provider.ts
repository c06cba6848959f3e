/** The providers of an account, in the order in which they are offered (rule S11.3). */
export const PROVIDERS = ['kakao', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];
