import type { Role } from '@maru/store';
import type { Caller } from './access-tokens.ts';

/** What is known of those whose access tokens would else be good for some minutes more. */
export class EndedSessions {
  readonly #sessions = new Set<string>();
  readonly #roles = new Map<string, Role>();

  /** Whether this caller's session has ended, or their role is another one now. */
  has({ sessionId, userId, role }: Caller): boolean {
    return this.#sessions.has(sessionId) || (this.#roles.get(userId) ?? role) !== role;
  }
}
