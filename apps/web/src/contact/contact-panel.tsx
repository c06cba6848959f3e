import type { HomeAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { tabStorage } from '../browser/tab-storage.ts';
import { useWords } from '../i18n/words.tsx';
import { isSold } from '../listing/card/card-words.ts';
import { experimentForm } from '../privacy/experiment.ts';
import { Button } from '../ui/button.tsx';
import { useLatest } from '../ui/use-latest.ts';
import { whyFailed } from '../ui/why-failed.ts';
import { AskButton, type Asking, type AskPlace } from './ask-button.tsx';
import { draftKey, homeSubject } from './contact-subject.ts';
import { keepDraft, loadDraft, type Prepared } from './contact-values.ts';

const ContactDialog = lazy(() =>
  import('./contact-dialog.tsx').then(({ ContactDialog }) => ({ default: ContactDialog })),
);

const QUESTION_FIRST = ['question', 'tour'] as const;
const TOUR_FIRST = ['tour', 'question'] as const;

/**
 * The buttons for a question and a tour, which name the recipient (rule R17); the first is repeated in `barId`. Opens
 * the form, also one that was open before a reload.
 */
export function ContactPanel({ home, barId }: { home: HomeAnswer; barId: string }) {
  const words = useWords();
  const { t, locale } = words;
  const { client } = useRouter().options.context;
  const { homeId } = home;
  const subject = homeSubject(home, words);
  const key = draftKey(subject.target);
  const [ways] = useState<readonly [Asking, Asking]>(() =>
    experimentForm('contact_first', tabStorage()) === 'tour' ? TOUR_FIRST : QUESTION_FIRST,
  );
  const [asking, setAsking] = useState<Asking | undefined>(() => {
    const draft = loadDraft(key, tabStorage());
    return draft?.open === true ? (draft.isTour === true ? 'tour' : 'question') : undefined;
  });

  const load = (signal?: AbortSignal) => client.prepareContact({ query: { homeId, locale }, signal });
  const [tries, setTries] = useState(1);
  const { value: first, error } = useLatest(homeId, load, { version: tries });
  const [newer, setNewer] = useState<Prepared>();
  const prepared = newer ?? first;
  const prepare = async () => {
    const found = await load();
    setNewer(found);
    return found;
  };

  const close = () => {
    const draft = loadDraft(key, tabStorage());
    if (draft !== undefined) keepDraft(key, { ...draft, open: false }, tabStorage());
    setAsking(undefined);
  };

  if (prepared === undefined) {
    return (
      <div role="status" className="text-quiet">
        {error === undefined
          ? t('contact.finding')
          : t('contact.failed_who', { why: whyFailed(error, words) })}
        {error === undefined ? null : (
          <Button className="mt-2 text-text" onClick={() => setTries(tries + 1)}>
            {t('account.try_again')}
          </Button>
        )}
      </div>
    );
  }
  const { answeredBy } = prepared;
  const button = (way: Asking, place: AskPlace) => (
    <AskButton key={way} way={way} place={place} answeredBy={answeredBy} onPress={setAsking} />
  );
  const mayTour = !isSold(home.listing);
  const [firstWay, secondWay] = mayTour ? ways : QUESTION_FIRST;
  const bar = document.getElementById(barId);
  return (
    <>
      {button(firstWay, 'first')}
      {mayTour ? button(secondWay, 'second') : null}
      {bar === null ? null : createPortal(button(firstWay, 'bar'), bar)}
      {asking === undefined ? null : (
        <Suspense>
          <ContactDialog
            key={asking}
            subject={subject}
            isTour={asking === 'tour'}
            prepared={prepared}
            prepare={prepare}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
