import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useLatePart } from '../search/use-late-part.ts';

const loadTable = () => import('./feed-clock-table.tsx');

/**
 * How fresh each feed is, for anybody to see (FEATURES.md, idea 11: a red clock beats a wrong home): when it last
 * answered, how many homes it shows, how many came and left in the last hour. Asked for only when it is opened.
 */
export function FeedClock() {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const late = useLatePart(loadTable, isOpen);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 items-center font-medium text-primary-text">
        {t('clock.title')}
      </summary>
      {!isOpen ? null : late === null ? <p role="status">{t('clock.loading')}</p> : <late.default />}
    </details>
  );
}
