/** What whoever changes words needs: judging a message and showing it with values in it. */
export {
  FORBIDDEN_PAIRS,
  isLockedWord,
  placeholdersOf,
  previewMessage,
  WORD_FAULTS,
  type WordFault,
  type WordProblem,
  wordProblems,
} from './word-problems.ts';
