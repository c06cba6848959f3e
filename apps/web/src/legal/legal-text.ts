export interface LegalText {
  title: string;
  /** Increased with each change of meaning. */
  version: string;
  /** YYYY-MM-DD. */
  effectiveOn: string;
  /** Paragraphs before the sections. */
  introduction: string[];
  sections: LegalSection[];
}

export interface LegalSection {
  /** The URL fragment, the same in both languages. */
  id: string;
  title: string;
  paragraphs?: string[];
  list?: string[];
}

/** A third-party package of the site. */
export interface Dependency {
  name: string;
  version: string;
  /** SPDX. */
  license: string;
  /** The URL of its source; absent where the package names none. */
  url?: string;
}

export type LegalName = 'accessibility' | 'licenses' | 'privacy-policy' | 'terms-of-use';

export interface LegalPayload {
  text: LegalText;
  /** For /licenses only, sorted by name. */
  dependencies?: Dependency[];
}
