import type { AgentAnswer } from '@maru/contract';
import { localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { tabStorage } from '../browser/tab-storage.ts';
import { answererName } from '../contact/agent-words.ts';
import { agentSubject, draftKey, plainPath } from '../contact/contact-subject.ts';
import { keepDraft, loadDraft, type Prepared } from '../contact/contact-values.ts';
import { answererFacts, Original } from '../contact/who-answers.tsx';
import { useWords } from '../i18n/words.tsx';
import { ActionStatus } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { isPlainClick } from '../ui/site-link.tsx';

const ContactDialog = lazy(() =>
  import('../contact/contact-dialog.tsx').then(({ ContactDialog }) => ({ default: ContactDialog })),
);

/**
 * A contact button that names the recipient (rule R17): a link to the plain form; with script it opens the form in a
 * dialog.
 */
export function AskAgent({
  agent,
  message,
  isQuiet = false,
}: {
  agent: AgentAnswer;
  message?: string;
  /** One of several on a page: secondary style. */
  isQuiet?: boolean;
}) {
  const words = useWords();
  const { t, locale } = words;
  const { client } = useRouter().options.context;
  const { agentId, answeredBy } = agent;
  const subject = agentSubject(agent, words, message);
  const key = draftKey(subject.target);
  const [prepared, setPrepared] = useState<Prepared>();
  const action = useAction((why) => t('contact.failed_who', { why }));
  const prepare = async () => {
    const found = await client.prepareContact({ query: { agentId, locale } });
    setPrepared(found);
    return found;
  };
  const open = () => action.run(async () => void (await prepare()));
  // What was being written before a reload is open again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there.
  useEffect(() => {
    if (loadDraft(key, tabStorage())?.open === true) void open();
  }, []);
  const close = () => {
    const draft = loadDraft(key, tabStorage());
    if (draft !== undefined) keepDraft(key, { ...draft, open: false }, tabStorage());
    setPrepared(undefined);
  };
  const isOther = answeredBy.role === 'advertising_broker';
  return (
    <section aria-label={t('agents.panel')} className="print:hidden">
      <a
        href={localePath(locale, plainPath(subject.target, message))}
        rel="nofollow"
        className={`block rounded-field px-4 py-3 ${isQuiet ? 'border border-line-strong bg-surface text-primary-text hover:bg-sunken' : 'bg-primary text-on-primary hover:bg-primary-strong'}`}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          void open();
        }}
      >
        <span className="block font-semibold">
          {t('contact.ask', { name: answererName(answeredBy, words) })}
        </span>
        <Original text={answererFacts(answeredBy, words).join(' · ')} className="tabular block text-sm" />
      </a>
      {isOther ? (
        <p className="mt-2 text-quiet text-sm">
          {t('agents.ask_other', { agent: agent.name, name: answeredBy.name })}
        </p>
      ) : null}
      <ActionStatus action={action} className="not-empty:mt-2" />
      {prepared === undefined ? null : (
        <Suspense>
          <ContactDialog subject={subject} prepared={prepared} prepare={prepare} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
