import type { HomeAnswer, HomeMarketAnswer, HomeSurroundingsAnswer } from '@maru/contract';
import type { MessageKey } from '@maru/words';
import type { ReactNode } from 'react';
import type { Words } from '../../i18n/words.tsx';

/**
 * The data of a home's page; every section receives all of it. Data of other requests than the home's is null when its
 * request failed: the page never waits for it or fails with it.
 */
export interface HomePageData {
  home: HomeAnswer;
  /** School districts, schools and hazard zones from imported data. */
  surroundings: HomeSurroundingsAnswer | null;
  /** Homes and sales nearby, and the market of its place. */
  market: HomeMarketAnswer | null;
  /** ms UTC, from the loader, so that server and browser render the same ages. */
  now: number;
}

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
 * the fold. Its content loads later (routes/home/home-bodies.tsx): a row is part of the page's first script, and uses
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
