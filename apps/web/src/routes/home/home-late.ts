import { lateParts } from '../../ui/late.tsx';
import { HOME_LATE_WORDS } from './home-late-words.ts';

/** The later parts of a home's page (docs/decisions/0037-late-sections.md). */
export const homeLate = lateParts(HOME_LATE_WORDS, () =>
  import('./home-bodies.tsx').then(({ HOME_BODIES }) => HOME_BODIES),
);
