import type { ContactAnswer } from '@maru/contract';
import { useEffect, useRef, useState } from 'react';
import { useDraft } from '../account/use-draft.ts';
import { useWords, type Words } from '../i18n/words.tsx';
import { formatClock, formatWeekday, zoneName } from '../listing/facts/home-dates.ts';
import { Button } from '../ui/button.tsx';
import { Options, SelectField, TextArea } from '../ui/field.tsx';
import { ActionStatus, Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
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

interface ReplyFormProps {
  contact: ContactAnswer;
  onChanged: (contact: ContactAnswer) => void;
}

/** Replies by email in the visitor's language, from scratch or from a template. */
export function ReplyForm({ contact, onChanged }: ReplyFormProps) {
  const words = useWords();
  const { t } = words;
  const isOwnLanguage = contact.locale === words.locale;
  const others = useOtherWords({ isWanted: !isOwnLanguage });
  /** Messages in the visitor's language; undefined until loaded. */
  const visitors = isOwnLanguage ? words : others.data;
  const draft = useDraft<Reply>(`reply/${contact.contactId}`, {
    message: '',
    state: contact.state === 'appointment' ? 'appointment' : 'answered',
    once: null,
  });
  const { message, once } = draft.values;
  const [template, setTemplate] = useState<Template | ''>('');
  /** The text that the chosen template filled in. */
  const filled = useRef('');
  /** A chosen template waits for the visitor's messages to load. */
  const isDue = useRef(false);

  const form = useForm<Reply>({
    draft,
    submit: async (client, { message, state }) => {
      // The same text sent twice, or again after a lost response, is one email.
      const of = `${state} ${message}`;
      const attempt = once?.of === of ? once : { key: crypto.randomUUID(), of };
      draft.change({ once: attempt });
      onChanged(
        await client.replyRealtorContact({
          params: { id: contact.contactId },
          body: { message, state },
          idempotencyKey: attempt.key,
        }),
      );
      draft.drop({ message, state, once: attempt });
      setTemplate('');
      filled.current = '';
      return t('inbox.answer_sent');
    },
    failed: (why) => t('inbox.answer_failed', { why }),
  });
  const write = (text: string) => form.change({ message: text, once: null });

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
  return (
    <Form form={form} className="mt-6 rounded-card border border-line bg-bg p-4">
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
          <Options
            values={TEMPLATES.filter((one) => one !== 'offer' || contact.slots.length > 0)}
            format={(one) => t(`inbox.template.${one}`)}
          />
        </SelectField>
        <TextArea
          label={t('inbox.answer_message')}
          lang={contact.locale}
          rows={8}
          maxLength={4_000}
          required
          {...form.field('message')}
          onChange={({ target }) => write(target.value)}
        />
        <SelectField label={t('inbox.answer_state')} {...form.field('state')}>
          <option value="answered">{t('inbox.state.answered')}</option>
          <option value="appointment">{t('inbox.state.appointment')}</option>
        </SelectField>
        <Button variant="primary" size="large" type="submit" disabled={form.isBusy || message.trim() === ''}>
          {t('inbox.answer_send')}
        </Button>
      </div>
      <ActionStatus
        action={form}
        pending={t('contact.sending')}
        idle={draft.isRestored ? t('realtor.unfinished') : undefined}
        className="not-empty:mt-3"
      />
    </Form>
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

/**
 * A message with the text of a template: replaces the text of the last template (`last`) if it is unedited, else is
 * appended.
 */
export function withTemplate(message: string, last: string, words: string): string {
  const isUntouched = last !== '' && message.endsWith(last);
  const typed = (isUntouched ? message.slice(0, -last.length) : message).trimEnd();
  if (words === '') return isUntouched ? typed : message;
  return typed === '' ? words : `${typed}\n\n${words}`;
}
