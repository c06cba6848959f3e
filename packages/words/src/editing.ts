/** For editing messages: validation and preview. */
export {
  isLockedWord,
  placeholdersOf,
  previewMessage,
  type WordFault,
  type WordProblem,
  wordProblems,
} from './word-problems.ts';
