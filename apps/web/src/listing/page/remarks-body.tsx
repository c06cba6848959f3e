import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { MarkedRemarks } from '../facts/marked-remarks.tsx';
import type { HomePageData } from './home-page-data.ts';

/** The remarks of a listing as its source sent them. */
export function Remarks({ home }: HomePageData) {
  const { t, locale } = useWords();
  const { site } = useRouter().options.context;
  const original = (
    <p lang="en" className={TEXT}>
      <MarkedRemarks homeId={home.homeId} text={home.listing.publicRemarks ?? ''} />
    </p>
  );
  if (locale !== 'ko') return original;
  if (site.canTranslate === true) {
    return (
      <TranslatedRemarks key={home.homeId} homeId={home.homeId}>
        {original}
      </TranslatedRemarks>
    );
  }
  return (
    <>
      <p className={NOTE}>{t('listing.remarks_original')}</p>
      {original}
    </>
  );
}

interface Translation {
  text: string;
  provider: string;
}

/** The original and, on request, a machine translation that is marked as such. */
function TranslatedRemarks({ homeId, children }: { homeId: string; children: ReactNode }) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const [translation, setTranslation] = useState<Translation>();
  const [isShown, setShown] = useState(false);
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const press = async () => {
    if (translation !== undefined) return setShown(!isShown);
    if (state === 'asking') return;
    setState('asking');
    try {
      setTranslation(await client.translateRemarks({ query: { homeId, locale: 'ko' } }));
      setShown(true);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  const isTranslation = isShown && translation !== undefined;
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center gap-x-3 text-sm print:hidden">
        <p className="text-quiet">
          {isTranslation
            ? t('remarks.machine', { provider: translation.provider })
            : t('listing.remarks_original')}
        </p>
        <span className="needs-script">
          <Button variant="link" aria-disabled={state === 'asking'} onClick={() => void press()}>
            {t(
              state === 'asking'
                ? 'remarks.asking'
                : isTranslation
                  ? 'remarks.show_original'
                  : 'remarks.translate',
            )}
          </Button>
        </span>
      </div>
      <p role="status" className="not-empty:mb-2 text-sm">
        {state === 'failed' ? t('remarks.failed') : ''}
      </p>
      {isTranslation ? (
        <p lang="ko" className={TEXT}>
          {translation.text}
        </p>
      ) : (
        children
      )}
    </>
  );
}

const TEXT = 'max-w-[72ch] whitespace-pre-line';
const NOTE = 'mb-2 text-quiet text-sm';
