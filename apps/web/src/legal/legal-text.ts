/** A legal page as data: what stands in its `_payload.json`. */
export interface LegalText {
  title: string;
  /** Raised with each change of meaning. */
  version: string;
  /** YYYY-MM-DD, from when on it holds. */
  effectiveOn: string;
  /** Read before the sections. */
  introduction: string[];
  sections: LegalSection[];
}

export interface LegalSection {
  /** The part of the address after #, the same in both languages. */
  id: string;
  title: string;
  paragraphs?: string[];
  list?: string[];
}

/** A part of somebody else that the site is made of. */
export interface Dependency {
  name: string;
  version: string;
  /** SPDX. */
  license: string;
  /** Where its source is; absent where its package names none. */
  url?: string;
}

export type LegalName = 'accessibility' | 'licenses' | 'privacy-policy' | 'terms-of-use';

export interface LegalPayload {
  text: LegalText;
  /** Of /licenses alone, by name. */
  dependencies?: Dependency[];
}
