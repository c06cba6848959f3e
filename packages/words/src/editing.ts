export {
  findPlaceholders,
  isLockedWord,
  previewMessage,
  type WordFault,
  type WordProblem,
  wordProblems,
} from './word-problems.ts';
