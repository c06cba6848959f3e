import type { HomeAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { whyFailed } from '../account/why-failed.ts';
import { useWords } from '../i18n/words.tsx';
import { keepDraft, loadDraft, type Prepared } from './contact-values.ts';
import { tabStorage } from './tab-storage.ts';
import { answererFacts, Original } from './who-answers.tsx';

const ContactDialog = lazy(() =>
  import('./contact-dialog.tsx').then(({ ContactDialog }) => ({ default: ContactDialog })),
);

/**
 * The button that says whom one asks (R17), once more where `barId` is; with it the form. A form that was open before a
 * reload is open again.
 */
export function ContactPanel({ home, barId }: { home: HomeAnswer; barId: string }) {
  const words = useWords();
  const { t, locale } = words;
  const { client } = useRouter().options.context;
  const { homeId } = home;
  const [prepared, setPrepared] = useState<Prepared>();
  const [failed, setFailed] = useState<string>();
  const [isOpen, setOpen] = useState(() => loadDraft(homeId, tabStorage())?.open === true);

  const prepare = useCallback(
    async (signal?: AbortSignal): Promise<Prepared> => {
      const found = await client.prepareContact({ query: { homeId, locale }, signal });
      setPrepared(found);
      setFailed(undefined);
      return found;
    },
    [client, homeId, locale],
  );
  const ask = useCallback(
    (signal?: AbortSignal) => {
      prepare(signal).catch((error: Error) => {
        if (error.name !== 'AbortError') setFailed(t('contact.failed_who', { why: whyFailed(error, words) }));
      });
    },
    [prepare, t, words],
  );
  useEffect(() => {
    const stop = new AbortController();
    ask(stop.signal);
    return () => stop.abort();
  }, [ask]);

  const close = () => {
    const draft = loadDraft(homeId, tabStorage());
    if (draft !== undefined) keepDraft(homeId, { ...draft, open: false }, tabStorage());
    setOpen(false);
  };

  if (prepared === undefined) {
    return (
      <div role="status" className="text-quiet">
        {failed ?? t('contact.finding')}
        {failed === undefined ? null : (
          <button type="button" className={RETRY} onClick={() => ask()}>
            {t('account.try_again')}
          </button>
        )}
      </div>
    );
  }
  const { answeredBy } = prepared;
  const facts = answererFacts(answeredBy, home.listing.stateOrProvince, words).join(' · ');
  const button = (className: string, detail: string) => (
    <button type="button" aria-haspopup="dialog" className={className} onClick={() => setOpen(true)}>
      <span className="block font-semibold">{t('contact.ask', { name: answeredBy.name })}</span>
      <Original text={facts} className={detail} />
    </button>
  );
  const bar = document.getElementById(barId);
  return (
    <>
      {button(
        'w-full rounded-field bg-primary px-4 py-3 text-left text-on-primary hover:bg-primary-strong',
        'tabular block text-sm',
      )}
      {bar === null
        ? null
        : createPortal(
            button(
              'my-2 min-h-12 min-w-0 max-w-60 rounded-field bg-primary px-4 py-1 text-left text-on-primary leading-tight',
              'tabular line-clamp-2 text-xs',
            ),
            bar,
          )}
      {isOpen ? (
        <Suspense>
          <ContactDialog home={home} prepared={prepared} prepare={prepare} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}

const RETRY =
  'mt-2 flex min-h-11 items-center rounded-field border border-line-strong bg-surface px-4 font-semibold text-text hover:bg-sunken';
