import type { ContactAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useDraft } from '../account/use-draft.ts';
import { useWords, type Words } from '../i18n/words.tsx';
import { formatClock, formatWeekday, zoneName } from '../listing/facts/home-dates.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { withTemplate } from './reply-template.ts';
import { useOtherWords } from './use-other-words.ts';

const TEMPLATES = ['thanks', 'times', 'offer', 'gone'] as const;
type Template = (typeof TEMPLATES)[number];

/** A reply being written. */
interface Reply {
  message: string;
  state: 'answered' | 'appointment';
  /** Idempotency key of the last attempt and what it sent, so that a repeat after a reload is not a second email. */
  once: { key: string; of: string } | null;
}

const TONES = { good: 'text-good', bad: 'text-bad', none: 'text-quiet' };

interface ReplyFormProps {
  contact: ContactAnswer;
  onChanged: (contact: ContactAnswer) => void;
}

/** Replies by email in the visitor's language, from scratch or from a template. */
export function ReplyForm({ contact, onChanged }: ReplyFormProps) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const isOwnLanguage = contact.locale === words.locale;
  const others = useOtherWords({ isWanted: !isOwnLanguage });
  /** Messages in the visitor's language; undefined until loaded. */
  const visitors = isOwnLanguage ? words : others.data;
  const draft = useDraft<Reply>(`reply/${contact.contactId}`, {
    message: '',
    state: contact.state === 'appointment' ? 'appointment' : 'answered',
    once: null,
  });
  const { message, state, once } = draft.values;
  const write = (text: string) => draft.change({ message: text, once: null });
  const [template, setTemplate] = useState<Template | ''>('');
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string }>();
  const [isBusy, setBusy] = useState(false);
  /** The text that the chosen template filled in. */
  const filled = useRef('');
  /** A chosen template waits for the visitor's messages to load. */
  const isDue = useRef(false);

  const fill = (text: string) => {
    write(withTemplate(message, filled.current, text));
    filled.current = text;
  };
  const choose = (chosen: Template | '') => {
    setTemplate(chosen);
    isDue.current = chosen !== '';
    if (chosen === '') fill('');
    if (chosen === 'offer') draft.change({ state: 'appointment' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice is filled in once, whatever the contact becomes.
  useEffect(() => {
    if (!isDue.current || template === '' || visitors === undefined) return;
    isDue.current = false;
    fill(templateText(template, contact, visitors));
  }, [template, visitors]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() === '' || isBusy) return;
    setBusy(true);
    setSaid(undefined);
    // The same text sent twice, or again after a lost response, is one email.
    const of = `${state} ${message}`;
    const letter = once?.of === of ? once : { key: crypto.randomUUID(), of };
    draft.change({ once: letter });
    try {
      onChanged(
        await client.replyRealtorContact({
          params: { id: contact.contactId },
          body: { message, state },
          idempotencyKey: letter.key,
        }),
      );
      draft.drop({ message, state, once: letter });
      setTemplate('');
      filled.current = '';
      setSaid({ tone: 'good', text: t('inbox.answer_sent') });
    } catch (error) {
      setSaid({ tone: 'bad', text: t('inbox.answer_failed', { why: whyFailed(error, words) }) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="mt-6 rounded-card border border-line bg-bg p-4" onSubmit={(event) => void send(event)}>
      <h3 className="font-semibold">{t('inbox.answer_title')}</h3>
      <p className="text-quiet text-sm">
        {t('inbox.answer_note', { name: contact.name ?? '', language: t(`mail.language.${contact.locale}`) })}
      </p>
      <div className="mt-3 space-y-4">
        <SelectField
          label={t('inbox.template')}
          value={template}
          onChange={({ target }) => choose(TEMPLATES.find((one) => one === target.value) ?? '')}
        >
          <option value="">{t('inbox.template_none')}</option>
          {TEMPLATES.filter((one) => one !== 'offer' || contact.slots.length > 0).map((one) => (
            <option key={one} value={one}>
              {t(`inbox.template.${one}`)}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={t('inbox.answer_message')}
          lang={contact.locale}
          rows={8}
          maxLength={4_000}
          required
          value={message}
          onChange={({ target }) => write(target.value)}
        />
        <SelectField
          label={t('inbox.answer_state')}
          value={state}
          onChange={({ target }) =>
            draft.change({ state: target.value === 'appointment' ? 'appointment' : 'answered' })
          }
        >
          <option value="answered">{t('inbox.state.answered')}</option>
          <option value="appointment">{t('inbox.state.appointment')}</option>
        </SelectField>
        <Button variant="primary" size="large" type="submit" disabled={isBusy || message.trim() === ''}>
          {t('inbox.answer_send')}
        </Button>
      </div>
      <p role="status" className={`not-empty:mt-3 ${TONES[said?.tone ?? 'none']}`}>
        {isBusy
          ? t('contact.sending')
          : (said?.text ?? (draft.isRestored ? t('realtor.unfinished') : undefined))}
      </p>
    </form>
  );
}

function templateText(
  template: Template,
  { name, home, slots, answeredBy, locale }: ContactAnswer,
  { t }: Words,
): string {
  const zone = home?.timeZone ?? 'America/Los_Angeles';
  const [first] = slots;
  return t(`reply.${template}`, {
    name: name ?? '',
    home: home?.label ?? t('reply.the_home'),
    realtor: answeredBy.name,
    time:
      first === undefined
        ? ''
        : `${formatWeekday(first.start, zone, locale)} ${formatClock(first.start, zone, locale)} ${zoneName(first.start, zone)}`,
  });
}
