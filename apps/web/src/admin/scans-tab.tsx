import type { ReviewAnswer } from '@maru/contract';
import { formatMoment } from '../contact/contact-copy.tsx';
import { Written } from '../contact/written.tsx';
import { useWords } from '../i18n/words.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { FilterLinks, LINK, PageEnd, Panel, QUIET, Said } from './admin-parts.tsx';
import { useAction, useAddress, usePages } from './use-asked.ts';

const KINDS = ['fair_housing', 'payment', 'report', 'video', 'verification'] as const;

/** Texts in which a scan has found words (fair housing, payment before a viewing), and all else that waits. */
export function ScansTab() {
  const { t } = useWords();
  const { text } = useAddress();
  const kind = KINDS.find((one) => one === text('kind'));
  const list = usePages<ReviewAnswer>(`reviews ${kind}`, (client, cursor, signal) =>
    client.listReviews({ query: { kind, cursor }, signal }),
  );
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.scans.lead')}</p>
      <FilterLinks
        name="kind"
        label={t('admin.scans.kind')}
        shown={kind}
        options={[
          { value: undefined, title: t('admin.all') },
          ...KINDS.map((one) => ({ value: one, title: t(`admin.scans.${one}`) })),
        ]}
      />
      <ul>
        {list.items.map((one) => (
          <li key={one.reviewId}>
            <Review review={one} onClosed={() => list.put((old) => old.reviewId === one.reviewId, null)} />
          </li>
        ))}
      </ul>
      <PageEnd list={list} empty={t('admin.scans.empty')} />
    </>
  );
}

function Review({ review, onClosed }: { review: ReviewAnswer; onClosed: () => void }) {
  const words = useWords();
  const { t } = words;
  const { said, busy, run } = useAction();
  const { kind, subjectKind, subjectId, findings } = review;
  const path = {
    contact: `/realtor/contacts?id=${subjectId}`,
    realtor: `/admin/detail?tab=realtors&id=${subjectId}`,
    realtor_video: '/admin/marketing?tab=videos&state=pending',
    listing_report: '/admin/detail?tab=reports&state=new',
    listing: `/admin/detail?tab=home&id=${encodeURIComponent(subjectId.slice(subjectId.indexOf('/') + 1))}`,
  }[subjectKind];
  const close = async () => {
    const isDone = await run(async (client) => {
      await client.closeReview({ params: { id: review.reviewId }, body: {} });
      return undefined;
    });
    if (isDone) onClosed();
  };
  return (
    <Panel
      title={t(`admin.scans.${kind}`)}
      aside={<span className="text-quiet">{formatMoment(review.createdAt, words)}</span>}
    >
      {findings.map((one) => (
        <blockquote
          key={`${one.rule} ${one.field} ${one.quote}`}
          className="mb-3 border-line-strong border-l-4 pl-4"
        >
          <p>
            <Written text={one.quote} />
          </p>
          <p className="text-quiet text-sm" lang="en">
            {one.rule} · {one.field}
          </p>
        </blockquote>
      ))}
      <Said said={said} />
      <div className="flex flex-wrap items-center gap-4">
        <SiteLink path={path} className={LINK}>
          {t(`admin.scans.open_${subjectKind}`)}
        </SiteLink>
        <button type="button" className={QUIET} disabled={busy} onClick={() => void close()}>
          {t('admin.scans.close')}
        </button>
      </div>
    </Panel>
  );
}
