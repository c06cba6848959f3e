import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { StoredValue } from '../../browser/stored-value.ts';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../button.tsx';
import { SiteLink } from '../site-link.tsx';

/** The id of the announcement that was closed in this browser. */
const closed = new StoredValue<string | null>('announcement/closed', {
  parse: (text) => text,
  format: (id) => id,
});

/**
 * The owner's announcement, above the page. Once closed, it stays closed in this browser until the next one. The server
 * always renders it, since it does not know the visitor.
 */
export function AnnouncementBar() {
  const { t } = useWords();
  const { announcement } = useRouter().options.context.site;
  const closedId = useSyncExternalStore(closed.subscribe, closed.read, () => null);
  if (announcement === undefined || closedId === announcement.id) return null;
  const { id, tone, text, path, isDismissible } = announcement;
  return (
    <aside
      aria-label={t('announcement.label')}
      className={`border-b print:hidden ${tone === 'warn' ? 'border-warn bg-surface text-text' : 'border-line bg-primary-soft text-text'}`}
    >
      <div className="mx-auto flex min-h-11 max-w-[1360px] items-center gap-3 px-4 md:px-6">
        <p className="min-w-0 flex-1 py-2">
          {tone === 'warn' ? <strong className="text-warn">{t('announcement.warn')} </strong> : null}
          {text}{' '}
          {path === null ? null : (
            <SiteLink path={path} className="font-semibold text-primary-text underline underline-offset-4">
              {t('announcement.more')}
            </SiteLink>
          )}
        </p>
        {isDismissible ? (
          <Button variant="icon" className="text-xl" onClick={() => closed.update(() => id)}>
            <span aria-hidden="true">×</span>
            <span className="sr-only">{t('announcement.close')}</span>
          </Button>
        ) : null}
      </div>
    </aside>
  );
}
