import type { HomeAnswer } from '@maru/contract';
import { localePath } from '@maru/words';
import { type ComponentType, useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { plainPath } from './contact-subject.ts';

/** Where the button that names who answers takes its place on a phone's bottom bar. */
export const ASK_BAR = 'ask-bar';

/**
 * The way to ask about a home. Who answers is known to the API alone, and the form is for few: both come after the page.
 * Beside a home for rent stands the warning of fraud (R29), whether or not one asks.
 */
export function AskSlot({ home }: { home: HomeAnswer }) {
  const { t, locale } = useWords();
  const [Panel, setPanel] = useState<ComponentType<{ home: HomeAnswer; barId: string }>>();
  useEffect(() => {
    let isHere = true;
    import('./contact-panel.tsx').then(
      ({ ContactPanel }) => isHere && setPanel(() => ContactPanel),
      (error) => console.error('The way to ask could not be loaded.', error),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return (
    <section aria-label={t('contact.panel')} className="print:hidden">
      {/* As high as what comes, so that nothing below it moves. */}
      <div className="min-h-44">
        {Panel === undefined ? (
          <noscript>
            {/* An address of its own, since a noscript is text to a browser that runs scripts. */}
            <a href={localePath(locale, plainPath({ homeId: home.homeId }))}>{t('contact.plain_link')}</a>
          </noscript>
        ) : (
          <Panel home={home} barId={ASK_BAR} />
        )}
      </div>
      {home.searchType === 'rent' ? (
        <div className="mt-3 text-sm">
          <p className="font-semibold text-warn">{t('contact.rent_title')}</p>
          <p>{t('contact.rent_text')}</p>
        </div>
      ) : null}
    </section>
  );
}
