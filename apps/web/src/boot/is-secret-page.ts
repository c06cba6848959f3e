import type { RouteRow } from './routes.ts';

/** Whether an address of this row opens what is one person's. */
export function isSecretPage(row: Pick<RouteRow, 'isSecret'> | undefined, address: string): boolean {
  const { isSecret = false } = row ?? {};
  return isSecret === 'with-token' ? new URL(address).searchParams.has('token') : isSecret;
}
