import { type BothLanguages, LETTERS, RENTING_TEXTS } from '@maru/words/renting';
import { type ReactNode, useState } from 'react';
import { useWords, type Words } from '../i18n/words.tsx';
import { DepositCheck } from '../listing/renting/deposit-check.tsx';
import { LeaseCheckForm } from '../listing/renting/lease-check-form.tsx';
import { Papers } from '../listing/renting/papers.tsx';
import { definePage, type PageHead } from '../site/page-module.ts';
import { Button } from '../ui/button.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { TextLink } from '../ui/site-link.tsx';

export const page = definePage({ loader, head, Page });

/** The law depends on the day. From the loader, so that server and browser render the same one. */
function loader(): { today: string } {
  return { today: new Date().toISOString().slice(0, 10) };
}

function head(_data: unknown, { words }: { words: Words }): PageHead {
  return { title: words.t('kit.title'), description: words.t('kit.intro'), canonical: '/renter-kit' };
}

/**
 * For first-time renters in the United States (rules R69, R76): papers, letters, questions, deposit and lease. Everything
 * that is entered stays in the browser.
 */
function Page({ data: { today } }: { data: ReturnType<typeof loader> }) {
  const { t } = useWords();
  return (
    <PageMain className="max-w-[960px] space-y-12 px-4 py-10 md:px-6">
      <header>
        <h1 className="font-bold text-3xl leading-tight">{t('kit.title')}</h1>
        <p className="mt-3 max-w-[72ch] text-lg">{t('kit.intro')}</p>
        <p className="mt-2 max-w-[72ch] text-quiet">{t('kit.stays_here')}</p>
      </header>
      <Part id="papers" title={t('kit.papers')}>
        <Papers />
        <Notes notes={[t('kit.pdf_note'), t('kit.status_note')]} />
      </Part>
      <Part id="letters" title={t('kit.letters')} note={t('kit.letters_note')}>
        <div className="divide-y divide-line border-line border-y">
          {LETTERS.map((letter) => {
            const title = t(`kit.letter.${letter}`);
            return (
              <details key={letter} className="py-1">
                <summary className="flex min-h-12 items-center font-semibold">{title}</summary>
                <div className="pb-4">
                  <TextInBoth text={RENTING_TEXTS.letters[letter].text} label={title} />
                </div>
              </details>
            );
          })}
        </div>
      </Part>
      <Part id="questions" title={t('kit.questions')} note={t('kit.questions_note')}>
        <ol className="list-decimal space-y-3 pl-6">
          {RENTING_TEXTS.questions.map(([en, ko]) => (
            <li key={en}>
              <span lang="en" className="block font-medium">
                {en}
              </span>
              <span lang="ko" className="block text-quiet">
                {ko}
              </span>
            </li>
          ))}
        </ol>
      </Part>
      <Part id="deposit" title={t('kit.deposit')} note={t('kit.deposit_note')}>
        <Tool>
          <DepositCheck today={today} />
        </Tool>
      </Part>
      <Part id="refuse" title={t('kit.refuse')} note={t('kit.refuse_note')}>
        <TextInBoth text={RENTING_TEXTS.refusal} label={t('kit.refuse')} />
      </Part>
      <Part id="lease" title={t('lease.title')} note={t('lease.note')}>
        <Tool>
          <LeaseCheckForm today={today} />
        </Tool>
      </Part>
      <p>
        <TextLink path="/guide">{t('kit.guide')}</TextLink>
      </p>
    </PageMain>
  );
}

/** A calculator that needs script; without script a message replaces it. */
function Tool({ children }: { children: ReactNode }) {
  const { t } = useWords();
  return (
    <>
      <noscript>
        <p>{t('kit.needs_script')}</p>
      </noscript>
      <div className="noscript:hidden">{children}</div>
    </>
  );
}

function Part({
  id,
  title,
  note,
  children,
}: {
  id: string;
  title: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="scroll-mt-6">
      <h2 id={`${id}-title`} className="font-bold text-2xl">
        {title}
      </h2>
      {note === undefined ? null : <p className="mt-1 max-w-[72ch] text-quiet">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

function Notes({ notes }: { notes: string[] }) {
  return (
    <ul className="mt-5 space-y-2 rounded-card bg-sunken p-4">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** A text in English and Korean side by side, each with a copy button: one to send, one to understand. */
function TextInBoth({ text: [en, ko], label }: { text: BothLanguages; label: string }) {
  const { t } = useWords();
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Sheet lang="en" text={en} name={t('kit.in_english')} copy={t('kit.copy_english', { text: label })} />
      <Sheet lang="ko" text={ko} name={t('kit.in_korean')} copy={t('kit.copy_korean', { text: label })} />
    </div>
  );
}

function Sheet({ lang, text, name, copy }: { lang: 'en' | 'ko'; text: string; name: string; copy: string }) {
  const { t } = useWords();
  const [said, setSaid] = useState('');
  const put = async () =>
    setSaid(
      await navigator.clipboard.writeText(text).then(
        () => t('kit.copied'),
        () => t('kit.copy_failed'),
      ),
    );
  return (
    <div className="flex flex-col rounded-card border border-line bg-surface p-4">
      <p className="font-medium text-quiet text-sm">{name}</p>
      <p lang={lang} className="mt-1 grow whitespace-pre-line">
        {text}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-3 print:hidden">
        <Button className="noscript:hidden" aria-label={copy} onClick={() => void put()}>
          {t('kit.copy')}
        </Button>
        <span role="status" className="text-quiet text-sm">
          {said}
        </span>
      </p>
    </div>
  );
}
