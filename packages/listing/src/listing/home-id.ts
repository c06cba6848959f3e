/** Ids as the store assigns them. */
export const HOME_ID_PATTERN = '^[a-z0-9]{1,20}$';
const HOME_ID = new RegExp(HOME_ID_PATTERN);

export function isHomeId(value: string): boolean;
export function isHomeId(value: unknown): value is string;
export function isHomeId(value: unknown): boolean {
  return typeof value === 'string' && HOME_ID.test(value);
}
