/** User roles (rule S6.1). */
const ROLES = ['user', 'realtor', 'admin'] as const;
export type Role = (typeof ROLES)[number];
