/** What whoever changes words needs: judging a message and showing it with values in it. */
export {
  isLockedWord,
  placeholdersOf,
  previewMessage,
  type WordFault,
  type WordProblem,
  wordProblems,
} from './word-problems.ts';
