import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Said } from './admin-parts.tsx';

interface SitePartFootProps {
  own: { history: { historyId: number; actorName: string | null; at: string }[] } | undefined;
  isChanged: boolean;
  isConflict: boolean;
  busy: boolean;
  said: { tone: 'good' | 'bad'; text: string } | undefined;
  save: (how?: { overwrite?: boolean }) => void;
  theirs: () => void;
  undo: (historyId: number) => void;
}

/** Saving a part of the site, what to do when somebody was quicker, and what it has been. */
export function SitePartFoot({
  own,
  isChanged,
  isConflict,
  busy,
  said,
  save,
  theirs,
  undo,
}: SitePartFootProps) {
  const words = useWords();
  const { t } = words;
  return (
    <>
      <Said said={said} />
      {isConflict ? (
        <div role="alert" className="my-3 rounded-field border-2 border-bad p-3">
          <p className="font-semibold">{t('admin.site.conflict')}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <Button disabled={busy} onClick={() => save({ overwrite: true })}>
              {t('admin.words.mine')}
            </Button>
            <Button disabled={busy} onClick={theirs}>
              {t('admin.words.theirs')}
            </Button>
          </div>
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="primary" disabled={busy || !isChanged} onClick={() => save()}>
          {t('profile.save')}
        </Button>
        {isChanged ? <p className="text-quiet text-sm">{t('admin.site.unsaved')}</p> : null}
      </div>
      {own === undefined || own.history.length === 0 ? null : (
        <details className="mt-5">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text">
            {t('admin.history')}
          </summary>
          <ol className="mt-2 grid gap-2">
            {own.history.map((entry) => (
              <li key={entry.historyId} className="flex flex-wrap items-center gap-3">
                <span>
                  {formatMoment(entry.at, words)} ·{' '}
                  {entry.actorName === null ? t('admin.audit.gone') : <UserText text={entry.actorName} />}
                </span>
                <Button disabled={busy} onClick={() => undo(entry.historyId)}>
                  {t('admin.words.back_to')}
                </Button>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
