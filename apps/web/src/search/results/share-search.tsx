import { useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { ShareButton } from '../../share/share-button.tsx';
import { destination, isCommuteAsked } from '../commute-destination.ts';
import type { SearchData } from '../search-data.ts';
import { headingText } from '../search-words.ts';
import { useAsked } from '../use-search.ts';

/** Passes the search on; where one commutes to only when one says so. */
export function ShareSearch({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const { query } = useAsked(data);
  const kept = useSyncExternalStore(destination.subscribe, destination.current, destination.none);
  const at = query.to ?? kept?.at;
  const isKept = at !== undefined && kept !== null && at.join() === kept.at.join();
  const commute =
    at !== undefined && isCommuteAsked(query)
      ? { name: isKept ? kept.name : at.map((one) => one.toFixed(3)).join(', '), at }
      : undefined;
  const title = `${headingText(data, words)}, ${t('search.count', { count: data.answer.total })}`;
  return (
    <ShareButton
      title={title}
      {...(commute === undefined ? {} : { commute })}
      variant="quiet"
      className="px-2! text-sm text-text! md:pointer-fine:min-h-9"
    />
  );
}
