import { localePath } from '@maru/words';
import { useWords } from '../i18n/words.tsx';
import { DevicesIcon } from '../ui/icons/icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useAccount } from './use-account.ts';

/** Without an account: that these things are stored in this browser only, and what signing in changes. */
export function KeptWhere({ tab }: { tab: string }) {
  const { t, locale } = useWords();
  const { state } = useAccount();
  if (state.status !== 'signed-out' || state.unknown) return null;
  const back = localePath(locale, `/my-page?tab=${tab}`);
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4">
      <span className="text-quiet">
        <DevicesIcon />
      </span>
      <p className="min-w-0 flex-1 basis-60">{t('saved.in_browser')}</p>
      <SiteLink
        path={`/login?redirectUrl=${encodeURIComponent(back)}`}
        rel="nofollow"
        className="inline-flex min-h-11 items-center font-semibold text-primary-text underline"
      >
        {t('account.sign_in')}
      </SiteLink>
    </div>
  );
}
