import { type ComponentType, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';

/** The age of each feed (rule R71): last response, homes, homes added and removed in the last hour. Requested when opened. */
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
