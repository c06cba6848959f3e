import type { HomeCard } from '@maru/listing';

/** Homes on their way to take the place of all that an index has. */
export interface Loading<Finish extends unknown[] = []> {
  /** Each home once. */
  add(homes: readonly HomeCard[]): void;
  /** Puts them in order, beside the other work of this thread, and then in the place of what there was. */
  finish(...told: Finish): Promise<void>;
}
