import type { MessageKey } from '@maru/words';
import type { ComponentType, ReactNode } from 'react';
import type { Words } from '../../i18n/words.tsx';
import type { HomePageData } from './home-page-data.ts';

/**
 * One section of a home's page, as a row of `HOME_SECTIONS`. The frame draws its heading, its line in the nav and, on
 * a phone, the fold; the section draws what is inside.
 */
export interface SectionPart {
  /** Its anchor in the page: `#cost`. Kept for ever, since links carry it. */
  id: string;
  title: MessageKey;
  /** What the nav calls it, where the title is too long for that. */
  short?: MessageKey;
  /** Where its numbers come from, in one line below the heading. */
  note?: MessageKey;
  /** Whether there is something to say. A section that is not shown is not in the nav either. */
  isShown(data: HomePageData): boolean;
  /** The number it is about, in a few words: on a phone it stands on the closed fold. */
  headline?(data: HomePageData, words: Words): ReactNode;
  /** Open on a phone too, until one closes it. */
  startsOpen?: boolean;
  Body: ComponentType<HomePageData>;
}
