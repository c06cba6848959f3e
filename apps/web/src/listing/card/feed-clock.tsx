import { type ComponentType, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';

/**
 * How fresh each feed is, for anybody to see (rule R71: a red clock beats a wrong home): when it last
 * answered, how many homes it shows, how many came and left in the last hour. Asked for only when it is opened.
 */
export function FeedClock() {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [part, setPart] = useState<{ Table: ComponentType } | 'failed'>();
  const open = (next: boolean) => {
    setOpen(next);
    if (!next || typeof part === 'object') return;
    import('./feed-clock-table.tsx').then(
      ({ FeedClockTable }) => setPart({ Table: FeedClockTable }),
      () => setPart('failed'),
    );
  };
  return (
    <details onToggle={(event) => open(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 items-center font-medium text-primary-text">
        {t('clock.title')}
      </summary>
      {!isOpen ? null : typeof part === 'object' ? (
        <part.Table />
      ) : (
        <p role="status">{t(part === 'failed' ? 'clock.failed' : 'clock.loading')}</p>
      )}
    </details>
  );
}
