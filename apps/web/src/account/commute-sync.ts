import type { User, UserEdit } from '@maru/contract';
import type { CommuteAddress } from '../listing/commute/commute-address.ts';

type Person = Pick<User, 'id' | 'consents' | 'commuteAddresses'>;
type Addresses = NonNullable<UserEdit['commuteAddresses']>;

interface CommuteParts {
  /** Of this browser. */
  load: () => CommuteAddress | undefined;
  keep: (address: CommuteAddress) => void;
  /** Calls back when it changes here. */
  watch: (changed: () => void) => void;
  /** All of the account's, in their order. */
  send: (addresses: Addresses) => Promise<void>;
  log: (message: string, error: unknown) => void;
}

/**
 * Where one commutes to, on the account too while its owner allows that (the consent `commute_address`), and only in this
 * browser while not. A browser that knows none takes the account's; what is changed here is changed there. Taking the
 * consent back deletes it on the server; this browser's own stays.
 */
export class CommuteSync {
  readonly #parts: CommuteParts;
  #person: Person | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: CommuteParts) {
    this.#parts = parts;
    parts.watch(() => this.#queue(() => this.#tellAccount()));
  }

  /** Who is signed in, each time that is known anew; undefined: nobody. */
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
