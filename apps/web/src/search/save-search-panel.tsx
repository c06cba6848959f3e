import { ALERT_FREQUENCIES, type AlertFrequency } from '@maru/listing/people';
import { localePath } from '@maru/words';
import { useWords } from '../i18n/words.tsx';
import type { KeptSearch } from '../listing/kept/saved-things.ts';
import { Button } from '../ui/button.tsx';
import { Options } from '../ui/field.tsx';
import { SiteLink } from '../ui/site-link.tsx';

interface SaveSearchPanelProps {
  kept: KeptSearch;
  /** Alerts by email need an account. */
  isOnAccount: boolean;
  /** Error message, or empty. */
  message: string;
  onKeep: (frequency: AlertFrequency) => void;
  onDrop: () => void;
}

/** The destination stays in this browser, so that emails cannot know who is near enough to it. */
const hasCommute = (path: string) => new URLSearchParams(path.split('?')[1]).has('commute');

/** How often alerts are sent, or that they need an account. */
export default function SaveSearchPanel({
  kept,
  isOnAccount,
  message,
  onKeep,
  onDrop,
}: SaveSearchPanelProps) {
  const { t, locale } = useWords();
  return (
    <div className="absolute right-0 z-30 mt-2 w-72 max-w-[calc(100vw-2rem)] space-y-3 rounded-card border border-line bg-surface p-4 text-sm shadow-float">
      <p className="font-semibold">{t('save.search_said')}</p>
      {message === '' ? null : <p>{message}</p>}
      {hasCommute(kept.path) ? <p className="text-quiet">{t('save.commute_in_letters')}</p> : null}
      {isOnAccount ? (
        <label className="block space-y-1">
          <span>{t('save.letters')}</span>
          <select
            value={kept.frequency}
            onChange={(event) => onKeep(event.target.value as AlertFrequency)}
            className="h-11 w-full rounded-field border border-line-strong bg-surface px-2"
          >
            <Options values={ALERT_FREQUENCIES} format={(one) => t(`save.frequency.${one}`)} />
          </select>
        </label>
      ) : (
        <p>
          {t('save.sign_in_for_letters')}{' '}
          <SiteLink
            path={`/login?redirectUrl=${encodeURIComponent(localePath(locale, kept.path))}`}
            rel="nofollow"
            className="font-medium text-primary-text underline"
          >
            {t('account.sign_in')}
          </SiteLink>
        </p>
      )}
      <div className="flex items-center justify-between">
        <SiteLink
          path="/my-page?tab=searches"
          className="inline-flex min-h-11 items-center font-medium text-primary-text"
        >
          {t('save.see_all')}
        </SiteLink>
        <Button variant="aside" className="px-2" onClick={onDrop}>
          {t('save.remove')}
        </Button>
      </div>
    </div>
  );
}
