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
 * One section of a home's page, as a row of `HOME_SECTIONS`. The frame draws its heading, its line in the nav and, on
 * a phone, the fold. What is inside comes later (routes/home-bodies.ts): a row stands in the first script of the page, and
 * says words of its first parts alone.
 */
export interface SectionPart {
  /** Its anchor in the page: `#cost`. Kept for ever, since links carry it. */
  id: SectionId;
  title: MessageKey;
  /** What the nav calls it, where the title is too long for that. */
  short?: MessageKey;
  /** Where its numbers come from, in one line below the heading. */
  note?: MessageKey;
  /** Whether there is something to say. A section that is not shown is not in the nav either. */
  isShown(data: HomePageData): boolean;
  /** The number it is about, in a few words: on a phone it stands on the closed fold. */
  headline?(data: HomePageData, words: Words): ReactNode;
  /** On a wide window: short sections side by side, those on the right below each other. */
  side?: 'left' | 'right';
  /** Open on a phone too, until one closes it. */
  startsOpen?: boolean;
}
