import type { User, UserEdit } from '@maru/contract';
import type { CommuteAddress } from '../listing/commute/commute-address.ts';

type Person = Pick<User, 'id' | 'consents' | 'commuteAddresses'>;
type Addresses = NonNullable<UserEdit['commuteAddresses']>;

interface CommuteParts {
  /** Of this browser. */
  load: () => CommuteAddress | undefined;
  keep: (address: CommuteAddress) => void;
  /** Calls back on changes in this browser. */
  watch: (changed: () => void) => void;
  /** Replaces the account's addresses; keeps their order. */
  send: (addresses: Addresses) => Promise<void>;
  log: (message: string, error: unknown) => void;
}

/**
 * Stores the commute address on the account too while its owner consents (`commute_address`), else in this browser
 * only. A browser without one takes the account's; later changes here are sent. Withdrawing the consent deletes it on
 * the server and keeps it here.
 */
export class CommuteSync {
  readonly #parts: CommuteParts;
  #person: Person | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: CommuteParts) {
    this.#parts = parts;
    parts.watch(() => this.#queue(() => this.#tellAccount()));
  }

  /** Call on each change of the user; undefined when signed out. */
  follow(person: Person | undefined): Promise<void> {
    const isNew = person !== undefined && !isAllowed(this.#person) && isAllowed(person);
    this.#person = person;
    if (isNew) this.#queue(() => this.#meet());
    return this.#work;
  }

  async #meet(): Promise<void> {
    const first = this.#person?.commuteAddresses[0];
    if (this.#parts.load() !== undefined || first === undefined) return this.#tellAccount();
    const { address, transportation, latitude, longitude } = first;
    const at = latitude === null || longitude === null ? {} : { latitude, longitude };
    this.#parts.keep({ address, transportation, ...at });
  }

  async #tellAccount(): Promise<void> {
    const person = this.#person;
    if (person === undefined || !isAllowed(person)) return;
    const own = this.#parts.load();
    const [first, ...others] = person.commuteAddresses;
    const isSame =
      own === undefined
        ? first === undefined
        : own.address === first?.address &&
          own.transportation === first.transportation &&
          (own.latitude ?? null) === first.latitude &&
          (own.longitude ?? null) === first.longitude;
    if (isSame) return;
    const rest = others.map(({ latitude, longitude, ...one }) => ({ ...one, latitude, longitude }));
    try {
      await this.#parts.send(own === undefined ? rest : [own, ...rest]);
    } catch (error) {
      this.#parts.log('The commute address could not be kept on the account.', error);
    }
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
  }
}

function isAllowed(person: Person | undefined): boolean {
  return person?.consents.some(({ kind, given }) => kind === 'commute_address' && given) ?? false;
}
