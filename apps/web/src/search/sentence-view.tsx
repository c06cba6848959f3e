import type { SentenceAnswer } from '@maru/contract';
import { parseSearchQuery } from '@maru/listing/search';
import { useWords } from '../i18n/words.tsx';
import { listChips, placeName } from './search-words.ts';
import { strayWords } from './sentence.ts';

/** An understood sentence as an option of the place box: where, the filters, and the words not understood. */
export function SentenceView({
  answer,
  label,
  text,
}: {
  answer: SentenceAnswer;
  label: string | undefined;
  /** The text typed so far. */
  text: string;
}) {
  const words = useWords();
  const { t } = words;
  const { searchType, filters, neutralTopics } = answer;
  const notUnderstood = strayWords(answer.notUnderstood, text);
  const { query } = parseSearchQuery({ ...filters, searchType });
  const names = Object.fromEntries(
    answer.otherPlaces.map((one) => [`place/${one.slug}`, placeName(one, words)]),
  );
  const chips = listChips(query, words, names).filter(
    ({ filter }) => filter !== 'near' || label === undefined,
  );
  return (
    <span className="block min-w-0">
      <span className="flex flex-wrap items-center gap-1.5">
        <span className="font-medium">
          {label ?? (answer.nearMe === undefined ? null : t('place.near_me'))}
        </span>
        <Chip>{t(`search.${searchType}`)}</Chip>
        {chips.map(({ id, text }) => (
          <Chip key={id}>{text}</Chip>
        ))}
        {query.sort === undefined ? null : <Chip>{t(`sort.${query.sort}`)}</Chip>}
      </span>
      {answer.slips.map((slip) => (
        <span key={slip.text} className="mt-1 block text-quiet text-sm">
          {t('sentence.guessed', slip)}
        </span>
      ))}
      {notUnderstood.length === 0 ? null : (
        <span className="mt-1 block text-quiet text-sm">
          {t('sentence.not_understood')} <Struck words={notUnderstood} />
        </span>
      )}
      {neutralTopics.map((topic) => (
        <span key={topic} className="mt-1 block text-quiet text-sm">
          {t(`sentence.short_${topic}`)}
        </span>
      ))}
    </span>
  );
}

/** Words that were not understood, struck through. */
export function Struck({ words }: { words: readonly string[] }) {
  return words.map((word, at) => (
    <span key={word}>
      {at === 0 ? '' : ', '}
      <del>{word}</del>
    </span>
  ));
}

function Chip({ children }: { children: string }) {
  return <span className="rounded-chip border border-line bg-sunken px-2 py-0.5 text-sm">{children}</span>;
}
