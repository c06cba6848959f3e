export type { WonRate } from './conversions.ts';
export type { FindPlace, Named, Point } from './place-reader.ts';
export type { FindSchools, NamedSchool } from './school-names.ts';
export {
  type NeutralTopic,
  parseSentence,
  type Sentence,
  type SentenceNote,
  type SentenceSettings,
} from './sentence.ts';
export { MAX_SENTENCE } from './tidy-text.ts';
