import { termsIn } from '@maru/listing';
import { findHighlights } from '@maru/listing/search';
import { useRouter } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { loadSoughtWords } from '../kept/sought-words.ts';
import { Term } from '../terms/term.tsx';
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

/** The remarks of a listing, with terms explained and the keywords of the search marked. */
function MarkedRemarks({ homeId, text }: { homeId: string; text: string }) {
  const [words, setWords] = useState('');
  useEffect(() => setWords(loadSoughtWords(homeId)), [homeId]);
  const terms = useMemo(() => termsIn(text), [text]);
  const hits = useMemo(() => (words === '' ? [] : findHighlights(text, words)), [text, words]);
  const marked = (from: number, to: number): ReactNode[] => {
    const within = hits.filter((hit) => hit.start < to && hit.end > from);
    const parts: ReactNode[] = [];
    let at = from;
    for (const hit of within) {
      const [start, end] = [Math.max(from, hit.start), Math.min(to, hit.end)];
      parts.push(text.slice(at, start));
      parts.push(
        <mark key={start} className="rounded-field bg-primary-soft text-text">
          {text.slice(start, end)}
        </mark>,
      );
      at = end;
    }
    parts.push(text.slice(at, to));
    return parts;
  };
  return (
    <>
      {terms.map((term, index) => (
        <Fragment key={term.start}>
          {marked(terms[index - 1]?.end ?? 0, term.start)}
          <Term id={term.id}>{marked(term.start, term.end)}</Term>
        </Fragment>
      ))}
      {marked(terms.at(-1)?.end ?? 0, text.length)}
    </>
  );
}
