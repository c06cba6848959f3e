import { lazy, Suspense, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { CHANGE_KINDS, compareLooks, MOST_HOMES, type SearchLook } from '../search/search-look.ts';
import { Button } from '../ui/button.tsx';
import { Waiting } from '../ui/loading-parts.tsx';

/** Loaded on demand: the front page shows only the counts. */
const ChangedHomes = lazy(() => import('./changed-homes.tsx'));

interface SearchNewsProps {
  path: string;
  last: SearchLook | undefined;
  look: SearchLook | 'failed' | undefined;
  onSeen: () => void;
}

/** "4 new, 2 cheaper, 1 gone since Nov 20", and which (rule R72). */
export function SearchNews({ path, last, look, onSeen }: SearchNewsProps) {
  const { t, intl } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (look === undefined) return <p className="mt-2 text-quiet text-sm">{t('saved.news_wait')}</p>;
  if (look === 'failed') return <p className="mt-2 text-quiet text-sm">{t('saved.news_failed')}</p>;
  const total = t('search.count', { count: look.total });
  if (last === undefined || last.at === look.at) {
    return (
      <p className="tabular mt-2 text-sm">
        {total}. <span className="text-quiet">{t('saved.news_first')}</span>
      </p>
    );
  }
  const date = intl.formatDate(last.at, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const changes = compareLooks(last, look);
  if (changes === null) {
    return (
      <p className="tabular mt-2 text-sm">
        {total}.{' '}
        <span className="text-quiet">
          {t('saved.news_many', { before: last.total, most: MOST_HOMES, date })}
        </span>
      </p>
    );
  }
  const parts = CHANGE_KINDS.flatMap((kind) =>
    changes[kind].length === 0 ? [] : [t(`saved.news_${kind}`, { count: changes[kind].length })],
  );
  if (parts.length === 0) {
    return (
      <p className="tabular mt-2 text-sm">
        {total}. <span className="text-quiet">{t('saved.news_none', { date })}</span>
      </p>
    );
  }
  return (
    <div className="mt-2">
      <p className="tabular">
        <strong className="text-primary-text">{parts.join(', ')}</strong>{' '}
        <span className="text-quiet text-sm">{t('saved.news_since', { date })}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Button
          variant="underlined"
          className="text-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'saved.news_close' : 'saved.news_open')}
        </Button>
        <Button variant="aside" className="text-sm" onClick={onSeen}>
          {t('saved.news_seen')}
        </Button>
      </div>
      {isOpen ? (
        <Suspense fallback={<Waiting />}>
          <ChangedHomes path={path} changes={changes} before={last.homes ?? {}} />
        </Suspense>
      ) : null}
    </div>
  );
}
