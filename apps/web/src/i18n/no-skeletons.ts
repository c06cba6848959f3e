/**
 * Stands for `@formatjs/icu-skeleton-parser` in the pages' scripts: no message of ours writes a number or a date as a
 * skeleton (`::compact-short`), which `wordProblems` of @maru/words holds for bundled words and the owner's alike; the
 * parser would be 2 KB of every page.
 */
function refuse(): never {
  throw new Error('Skeletons of numbers and dates are not among our messages.');
}

export {
  refuse as parseDateTimeSkeleton,
  refuse as parseNumberSkeleton,
  refuse as parseNumberSkeletonFromString,
};
