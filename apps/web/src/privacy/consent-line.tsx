import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { saveConsent, useConsent } from './consent.ts';

/** The question for consent at the bottom of the window, until it is answered. */
export function ConsentLine() {
  const { t } = useWords();
  if (useConsent() !== 'open') return null;
  return (
    <section
      data-consent-line
      aria-label={t('privacy.line_label')}
      className="short:static fixed inset-x-0 bottom-0 z-40 border-line border-t bg-surface px-4 py-3 shadow-float print:hidden"
    >
      <div className="mx-auto flex max-w-[1360px] flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-80">
          {t('privacy.line')}{' '}
          <SiteLink path="/privacy-choices" className="inline-block py-1 underline underline-offset-4">
            {t('privacy.title')}
          </SiteLink>
        </p>
        <ConsentButtons />
      </div>
    </section>
  );
}

/** Both buttons look the same. */
export function ConsentButtons() {
  const { t } = useWords();
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="medium" onClick={() => saveConsent('no')}>
        {t('privacy.decline')}
      </Button>
      <Button size="medium" onClick={() => saveConsent('yes')}>
        {t('privacy.agree')}
      </Button>
    </div>
  );
}
