/** What somebody may do here (DESIGN.md, the permission table). */
export const ROLES = ['user', 'realtor', 'admin'] as const;
export type Role = (typeof ROLES)[number];
