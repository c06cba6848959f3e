import { Fragment, lazy, Suspense, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { changedPath, countChanges, type LookNews, type SearchLook } from '../search/search-look.ts';
import { Button } from '../ui/button.tsx';
import { Waiting } from '../ui/loading-parts.tsx';
import { TextLink } from '../ui/site-link.tsx';

/** Loaded on demand: the front page shows only the counts. */
const ChangedHomes = lazy(() => import('./changed-homes.tsx'));

interface SearchNewsProps {
  path: string;
  last: SearchLook | undefined;
  news: LookNews | 'failed' | undefined;
  onSeen: () => void;
}

/** "4 new, 2 cheaper, 1 gone since Nov 20", and which (rule R72). */
export function SearchNews({ path, last, news, onSeen }: SearchNewsProps) {
  const { t, intl } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (news === undefined) return <p className="mt-2 text-quiet text-sm">{t('saved.news_wait')}</p>;
  if (news === 'failed') return <p className="mt-2 text-quiet text-sm">{t('saved.news_failed')}</p>;
  const { now, changes } = news;
  const total = t('search.count', { count: now.total });
  if (last === undefined || changes === undefined || last.at === now.at) {
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
  const parts = countChanges(news).map(({ kind, count }) => ({
    kind,
    text: t(`saved.news_${kind}`, { count }),
  }));
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
        <strong className="text-primary-text">
          {'homes' in changes
            ? parts.map(({ text }) => text).join(', ')
            : parts.map(({ kind, text }, index) => (
                <Fragment key={kind}>
                  {index === 0 ? '' : ', '}
                  <TextLink path={changedPath(path, kind, last)}>{text}</TextLink>
                </Fragment>
              ))}
        </strong>{' '}
        <span className="text-quiet text-sm">{t('saved.news_since', { date })}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        {'homes' in changes ? (
          <Button
            variant="underlined"
            className="text-sm"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'saved.news_close' : 'saved.news_open')}
          </Button>
        ) : null}
        <Button variant="aside" className="text-sm" onClick={onSeen}>
          {t('saved.news_seen')}
        </Button>
      </div>
      {isOpen && 'homes' in changes ? (
        <Suspense fallback={<Waiting />}>
          <ChangedHomes path={path} changes={changes.homes} before={last.homes ?? {}} />
        </Suspense>
      ) : null}
    </div>
  );
}
