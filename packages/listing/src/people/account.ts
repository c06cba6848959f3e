export const USER_ROLES = ['user', 'realtor', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** In the order in which they are offered (rule S11.3). */
export const SIGN_IN_PROVIDERS = ['kakao', 'google'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** `instant` is at most one an hour. */
export const ALERT_FREQUENCIES = ['instant', 'daily', 'weekly', 'off'] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];
