import type { CorrectionAnswer, HomeCaseAnswer } from '@maru/contract';
import { CORRECTABLE_FIELDS, type CorrectableField, parseCorrection } from '@maru/listing/corrections';
import { useState } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { correctedText } from '../listing/facts/correction-texts.ts';
import { usePages } from '../queries/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { Field, Options, SelectField, TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { useForm } from '../ui/form/use-form.ts';
import { TextLink } from '../ui/site-link.tsx';
import { PagedList } from './admin-lists.tsx';
import { Facts, Panel, Result, State } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

const FIRST_FIELD: CorrectableField = 'bedroomsTotal';

/** Corrects a field of a record of the home, and shows the feed's value again; each with actor and time. */
export function CorrectionPanel({ home, onChange }: { home: HomeCaseAnswer; onChange: () => void }) {
  const { t } = useWords();
  const { text } = useAddress();
  const [isOpen, setOpen] = useState(false);
  const current = home.listings.filter((one) => one.retiredAt === null);
  const idOf = (one: { dataset: string; listingKey: string }) => `${one.dataset} ${one.listingKey}`;
  const initial = {
    listing: idOf(current.find((one) => one.isChosen) ?? current[0] ?? { dataset: '', listingKey: '' }),
    field: FIRST_FIELD,
    value: '',
    reason: '',
  };
  const form = useForm({
    initial,
    check: ({ field, value, reason }) => ({
      ...(parseCorrection(field, value) === undefined ? { value: 'unknown_value' as const } : {}),
      ...(reason.trim() === '' ? { reason: 'missing' as const } : {}),
    }),
    reasonText: (field) => (field === 'value' ? t('admin.correct.bad_value') : undefined),
    submit: async (client, { listing, field, value, reason }) => {
      const { dataset = '', listingKey = '' } = current.find((one) => idOf(one) === listing) ?? {};
      await client.correctListing({
        body: { dataset, listingKey, field, value, reason: reason.trim(), reportId: text('report') ?? null },
      });
      setOpen(false);
      form.reset(initial);
      onChange();
      return t('admin.correct.done');
    },
  });
  return (
    <Panel title={t('admin.correct.title')}>
      <Result action={form} />
      {home.corrections.length === 0 ? null : (
        <ul className="mb-4 grid gap-4">
          {home.corrections.map((one) => (
            <li key={one.correctionId}>
              <CorrectionFacts one={one} />
              {one.endedAt === null ? <Remove one={one} onDone={onChange} /> : null}
            </li>
          ))}
        </ul>
      )}
      {!isOpen ? (
        <>
          <p className="mb-3 max-w-[72ch] text-quiet">{t('admin.correct.lead')}</p>
          {current.length === 0 ? null : (
            <Button onClick={() => setOpen(true)}>{t('admin.correct.start')}</Button>
          )}
        </>
      ) : (
        <Form form={form} className="grid max-w-[560px] gap-4">
          {current.length < 2 ? null : (
            <SelectField label={t('admin.correct.listing')} {...form.field('listing')}>
              <Options values={current.map(idOf)} format={(id) => id} />
            </SelectField>
          )}
          <SelectField label={t('admin.correct.field')} {...form.field('field')}>
            <Options values={CORRECTABLE_FIELDS} format={(field) => t(`corrected.field.${field}`)} />
          </SelectField>
          <Field
            label={t('admin.correct.value')}
            note={t('admin.correct.value_note')}
            maxLength={100}
            {...form.field('value')}
          />
          <TextArea
            label={t('admin.correct.reason')}
            rows={2}
            required
            maxLength={300}
            {...form.field('reason')}
          />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" type="submit" disabled={form.isBusy}>
              {t('admin.correct.do')}
            </Button>
            <Button
              onClick={() => {
                setOpen(false);
                form.reset(initial);
              }}
            >
              {t('admin.cancel')}
            </Button>
          </div>
        </Form>
      )}
    </Panel>
  );
}

/** All corrections of the site, newest first. */
export function CorrectionLog() {
  const { t } = useWords();
  const list = usePages(['admin', 'corrections'], (client, cursor, signal) =>
    client.listCorrections({ query: { cursor }, signal }),
  );
  return (
    <PagedList list={list} keyOf={({ correctionId }) => correctionId} empty={t('admin.correct.empty')}>
      {(one) => (
        <Panel
          title={one.homeId}
          aside={
            <State tone={one.endedAt === null ? 'good' : 'quiet'}>
              {t(one.endKind === null ? 'admin.correct.state_open' : `admin.correct.end.${one.endKind}`)}
            </State>
          }
        >
          <CorrectionFacts one={one} />
          <TextLink path={`/admin/detail?tab=home&id=${one.homeId}`} className="mr-4">
            {t('admin.open')}
          </TextLink>
          {one.endedAt === null ? <Remove one={one} onDone={list.reset} /> : null}
        </Panel>
      )}
    </PagedList>
  );
}

function CorrectionFacts({ one }: { one: CorrectionAnswer }) {
  const words = useWords();
  const { t } = words;
  const { field } = one;
  return (
    <Facts
      rows={[
        [t('admin.correct.field'), t(`corrected.field.${field}`)],
        [
          t('admin.correct.listing'),
          <span key="l" lang="en">
            {one.dataset} {one.listingKey}
          </span>,
        ],
        [t('admin.correct.says'), correctedText({ field, value: one.feedValue }, words)],
        [t('admin.correct.shown'), correctedText(one, words)],
        [t('admin.correct.reason'), <UserText key="r" text={one.reason} />],
        [t('admin.correct.done_at'), formatMoment(one.doneAt, words)],
        one.endedAt !== null &&
          one.endKind !== null && [
            t('admin.correct.ended'),
            `${formatMoment(one.endedAt, words)} · ${t(`admin.correct.end.${one.endKind}`)}`,
          ],
      ]}
    />
  );
}

function Remove({ one, onDone }: { one: CorrectionAnswer; onDone: () => void }) {
  const { t } = useWords();
  const action = useAction();
  const { isBusy, run } = action;
  const remove = async () => {
    const isDone = await run(async (client) => {
      await client.removeCorrection({ params: { id: one.correctionId }, body: {} });
      return t('admin.correct.removed');
    });
    if (isDone) onDone();
  };
  return (
    <>
      <Result action={action} />
      <Button className="mt-2" disabled={isBusy} onClick={() => void remove()}>
        {t('admin.correct.remove')}
      </Button>
    </>
  );
}
