import type { SearchQuery } from '@maru/listing/search';
import type { Words } from '../../i18n/words.tsx';
import { type Chip, chipsOf } from '../search-words.ts';

/** At most so many questions about an empty result. */
const MAX_QUESTIONS = 6;

/** The filters worth asking about: each taken off once, the rest kept. Types of home count as one filter. */
export function questionsOf(query: SearchQuery, words: Words): Chip[] {
  const seen = new Set<string>();
  return chipsOf(query, words)
    .filter(({ filter }) => {
      if (seen.has(filter)) return false;
      seen.add(filter);
      return true;
    })
    .map((chip) => {
      if (chip.filter !== 'type' || (query.type?.length ?? 0) < 2) return chip;
      const { type: _type, ...without } = chip.without;
      return {
        ...chip,
        text: (query.type ?? []).map((one) => words.t(`type.${one}`)).join(', '),
        without,
      };
    })
    .slice(0, MAX_QUESTIONS);
}

/** The filters whose removal gives any homes, the costliest (most homes) first. */
export function costliest(questions: Chip[], totals: (number | null)[]): { chip: Chip; total: number }[] {
  return questions
    .map((chip, index) => ({ chip, total: totals[index] ?? 0 }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
}
