import type { ReviewAnswer } from '@maru/contract';
import { FAIR_HOUSING_RULES, PAYMENT_RULES, REPORT_REASONS } from '@maru/listing/display';
import { REVIEW_KINDS } from '@maru/listing/people';
import { useState } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords, type Words } from '../i18n/words.tsx';
import { usePages } from '../queries/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { TextLink } from '../ui/site-link.tsx';
import { PagedList } from './admin-lists.tsx';
import { FilterLinks, Panel, Result } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

const STATES = ['open', 'closed'] as const;
const FIELDS = [
  'message',
  'reply',
  'name',
  'nameKo',
  'bioEn',
  'bioKo',
  'title',
  'terms',
  'publicRemarks',
] as const;

/** Texts flagged by a scan (fair housing, payment before a viewing) and other open reviews; closed ones. */
export function ScansTab() {
  const { t } = useWords();
  const { text } = useAddress();
  const kind = REVIEW_KINDS.find((one) => one === text('kind'));
  const state = STATES.find((one) => one === text('state')) ?? 'open';
  const list = usePages(['admin', 'reviews', kind, state], (client, cursor, signal) =>
    client.listReviews({ query: { kind, state, cursor }, signal }),
  );
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.scans.lead')}</p>
      <FilterLinks
        name="state"
        label={t('admin.scans.state')}
        shown={state}
        values={STATES}
        formatTitle={(one) => t(`admin.scans.${one}`)}
      />
      <FilterLinks
        name="kind"
        label={t('admin.scans.kind')}
        shown={kind}
        all={t('admin.all')}
        values={REVIEW_KINDS}
        formatTitle={(one) => t(`admin.scans.${one}`)}
      />
      <PagedList
        list={list}
        keyOf={({ reviewId }) => reviewId}
        empty={t(state === 'open' ? 'admin.scans.empty' : 'admin.scans.empty_closed')}
      >
        {(one) => <Review review={one} />}
      </PagedList>
    </>
  );
}

/** Stays in the list after it is closed, so that one press reopens it. */
function Review({ review: asked }: { review: ReviewAnswer }) {
  const words = useWords();
  const { t } = words;
  const action = useAction();
  const { isBusy, run } = action;
  const [review, setReview] = useState(asked);
  const { reviewId, kind, subjectKind, subjectId, findings, closedAt } = review;
  const path = {
    contact: `/realtor/contacts?id=${subjectId}`,
    realtor: `/admin/detail?tab=realtors&id=${subjectId}`,
    realtor_video: '/admin/marketing?tab=videos&state=pending',
    listing_report: '/admin/detail?tab=reports&state=new',
    listing: `/admin/detail?tab=home&id=${encodeURIComponent(subjectId.slice(subjectId.indexOf('/') + 1))}`,
    correction: '/admin/detail?tab=reports&state=corrections',
  }[subjectKind];
  const change = () =>
    run(async (client) => {
      const params = { id: reviewId };
      setReview(
        closedAt === null
          ? await client.closeReview({ params, body: {} })
          : await client.reopenReview({ params }),
      );
      return t(closedAt === null ? 'admin.scans.was_closed' : 'admin.scans.was_reopened');
    });
  return (
    <Panel
      title={t(`admin.scans.${kind}`)}
      aside={
        <span className="text-quiet">
          {closedAt === null
            ? formatMoment(review.createdAt, words)
            : t('admin.scans.closed_at', { time: formatMoment(closedAt, words) })}
        </span>
      }
    >
      {findings.map((one) => (
        <div key={`${one.rule} ${one.field} ${one.quote}`} className="mb-3">
          <blockquote className="border-line-strong border-l-4 pl-4">
            <p>
              <UserText text={one.quote} />
            </p>
          </blockquote>
          <p className="mt-1 text-quiet text-sm">
            {findingText(one, words)}{' '}
            <code lang="en" className="text-xs">
              {one.rule}
            </code>
          </p>
        </div>
      ))}
      <Result action={action} />
      <div className="flex flex-wrap items-center gap-4">
        <TextLink path={path}>{t(`admin.scans.open_${subjectKind}`)}</TextLink>
        <Button disabled={isBusy} onClick={() => void change()}>
          {t(closedAt === null ? 'admin.scans.close' : 'admin.scans.reopen')}
        </Button>
      </div>
    </Panel>
  );
}

/** "Religion · in the message". */
function findingText({ rule, field }: ReviewAnswer['findings'][number], { t }: Words): string {
  const scanned = [...FAIR_HOUSING_RULES, ...PAYMENT_RULES].find((one) => one === rule);
  const reason = REPORT_REASONS.find((one) => one === rule);
  const where = FIELDS.find((one) => one === field);
  return [
    scanned === undefined ? null : t(`admin.finding.${scanned}`),
    reason === undefined ? null : t(`report.reason.${reason}`),
    where === undefined ? null : t('admin.finding.in', { field: t(`admin.found_in.${where}`) }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
