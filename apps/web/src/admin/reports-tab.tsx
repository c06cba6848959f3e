import type { ReportAnswer } from '@maru/contract';
import { useState } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { usePages } from '../queries/use-pages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { SiteLink, TextLink } from '../ui/site-link.tsx';
import { PagedList } from './admin-lists.tsx';
import { Facts, FilterLinks, Panel, Result, State } from './admin-parts.tsx';
import { CorrectionLog } from './corrections.tsx';
import { Lift, TakeDownFacts } from './home-tab.tsx';
import { useAddress } from './use-address.ts';

const VIEWS = ['new', 'answered', 'closed', 'takedowns', 'corrections'] as const;

/** Reported problems with their deadlines, and the logs of take-downs and corrections. */
export function ReportsTab() {
  const { t } = useWords();
  const { text } = useAddress();
  const shown = VIEWS.find((one) => one === text('state')) ?? 'new';
  return (
    <>
      <FilterLinks
        name="state"
        label={t('admin.reports.show')}
        shown={shown}
        values={VIEWS}
        formatTitle={(one) => t(`admin.reports.${one}`)}
      />
      {shown === 'takedowns' ? (
        <TakeDownLog />
      ) : shown === 'corrections' ? (
        <CorrectionLog />
      ) : (
        <Reports state={shown} />
      )}
    </>
  );
}

function Reports({ state }: { state: 'new' | 'answered' | 'closed' }) {
  const { t } = useWords();
  const list = usePages(['admin', 'reports', state], (client, cursor, signal) =>
    client.listReports({ query: { state, cursor }, signal }),
  );
  return (
    <PagedList list={list} keyOf={({ reportId }) => reportId} empty={t('admin.reports.empty')}>
      {(one) => (
        <Report
          report={one}
          onClosed={() => list.replace(({ reportId }) => reportId === one.reportId, null)}
        />
      )}
    </PagedList>
  );
}

function Report({ report, onClosed }: { report: ReportAnswer; onClosed: () => void }) {
  const words = useWords();
  const { t } = words;
  const [isClosing, setClosing] = useState(false);
  const { reviewId } = report;
  const form = useForm({
    initial: { answer: '', note: '' },
    submit: async (client, { answer, note }) => {
      if (reviewId === null) return undefined;
      await client.closeReview({
        params: { id: reviewId },
        body: { answer: answer.trim() || null, note: note.trim() || null },
      });
      onClosed();
      return t('admin.reports.was_closed');
    },
  });
  return (
    <Panel
      title={t(`report.reason.${report.reason}`)}
      aside={
        report.isLate ? (
          <State tone="bad">{t('admin.reports.late')}</State>
        ) : (
          <State tone={report.state === 'new' ? 'warn' : 'good'}>
            {t(`admin.reports.${report.state as 'new'}`)}
          </State>
        )
      }
    >
      <blockquote className="mb-4 whitespace-pre-line break-words border-line-strong border-l-4 pl-4">
        <UserText text={report.message} />
      </blockquote>
      <Facts
        rows={[
          [
            t('admin.reports.home'),
            <TextLink key="h" path={`/admin/detail?tab=home&id=${report.homeId}`}>
              {report.homeId}
            </TextLink>,
          ],
          [t('admin.reports.told'), formatMoment(report.createdAt, words)],
          [t('admin.reports.promise'), formatMoment(report.answerBy, words)],
          [t('admin.reports.email'), report.email ?? t('admin.reports.no_email')],
          report.answer !== null && [t('admin.reports.answer'), <UserText key="a" text={report.answer} />],
          report.takeDowns !== 0 && [t('admin.reports.took_down'), String(report.takeDowns)],
        ]}
      />
      <Result action={form} />
      {report.state !== 'new' || reviewId === null ? null : isClosing ? (
        <Form form={form} className="mt-4 grid max-w-[560px] gap-4">
          <TextArea
            label={t('admin.reports.answer')}
            note={t('admin.reports.answer_note')}
            rows={3}
            maxLength={1_000}
            {...form.field('answer')}
          />
          <TextArea label={t('admin.reports.note')} rows={2} maxLength={1_000} {...form.field('note')} />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" type="submit" disabled={form.isBusy}>
              {t('admin.reports.close')}
            </Button>
            <Button onClick={() => setClosing(false)}>{t('admin.cancel')}</Button>
          </div>
        </Form>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => setClosing(true)}>
            {t('admin.reports.close')}
          </Button>
          <SiteLink
            path={`/admin/detail?tab=home&id=${report.homeId}&report=${report.reportId}`}
            className={buttonClass('secondary')}
          >
            {t('admin.takedown.start')}
          </SiteLink>
        </div>
      )}
    </Panel>
  );
}

function TakeDownLog() {
  const { t } = useWords();
  const list = usePages(['admin', 'takedowns'], (client, cursor, signal) =>
    client.listTakeDowns({ query: { cursor }, signal }),
  );
  return (
    <PagedList list={list} keyOf={({ takeDownId }) => takeDownId} empty={t('admin.takedown.empty')}>
      {(one) => (
        <Panel
          title={one.homeId}
          aside={
            <State tone={one.liftedAt === null ? 'bad' : 'quiet'}>
              {t(one.liftedAt === null ? 'admin.takedown.state_down' : 'admin.takedown.state_lifted')}
            </State>
          }
        >
          <TakeDownFacts one={one} />
          <TextLink path={`/admin/detail?tab=home&id=${one.homeId}`} className="mr-4">
            {t('admin.open')}
          </TextLink>
          {one.liftedAt === null ? <Lift one={one} onDone={list.reset} /> : null}
        </Panel>
      )}
    </PagedList>
  );
}
