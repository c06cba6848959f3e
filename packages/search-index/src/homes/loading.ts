import type { HomeCard } from '@maru/listing';

export interface Loading<Finish extends unknown[] = []> {
  /** Adds homes, each only once. */
  add(homes: readonly HomeCard[]): void;
  /** Sorts in slices, then replaces the previous homes. */
  finish(...told: Finish): Promise<void>;
}
