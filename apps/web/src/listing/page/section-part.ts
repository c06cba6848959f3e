import type { MessageKey } from '@maru/words';
import type { ReactNode } from 'react';
import type { Words } from '../../i18n/words.tsx';
import type { HomePageData } from './home-page-data.ts';

export type SectionId =
  | 'cost'
  | 'ledger'
  | 'facts'
  | 'remarks'
  | 'schools'
  | 'hazards'
  | 'commute'
  | 'where'
  | 'nearby'
  | 'also'
  | 'report';

/**
 * A section of a home's page, a row of `HOME_SECTIONS`. The frame renders its heading, its link in the nav and, on a phone,
 * the fold. Its content loads later (routes/home/home-bodies.ts): a row is part of the page's first script, and uses
 * messages of the first parts only.
 */
export interface SectionPart {
  /** Its anchor: `#cost`. Permanent, since links contain it. */
  id: SectionId;
  title: MessageKey;
  /** A shorter title for the nav. */
  short?: MessageKey;
  /** The source of its numbers, in one line below the heading. */
  note?: MessageKey;
  /** Whether it has content. Other sections are not in the nav either. */
  isShown(data: HomePageData): boolean;
  /** Its main number in a few words, on the closed fold. */
  headline?(data: HomePageData, words: Words): ReactNode;
  /** Column in a wide window: short sections stand side by side, those on the right below each other. */
  side?: 'left' | 'right';
  /** Open on a phone initially. */
  startsOpen?: boolean;
}
