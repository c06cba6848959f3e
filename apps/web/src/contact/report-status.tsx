import type { ROUTES, RouteResponse } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { ContactRow, formatMoment } from './contact-copy.tsx';
import { UserText } from './user-text.tsx';

type Report = RouteResponse<typeof ROUTES.findReport>;
type Shown = { report: Report; now: number } | { why: string } | 'unknown' | 'loading';

/** What became of a report, for whoever has its secret. */
export function ReportStatus({ token }: { token: string }) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [shown, setShown] = useState<Shown>('loading');
  useEffect(() => {
    const stop = new AbortController();
    client.findReport({ params: { token }, signal: stop.signal }).then(
      (report) => setShown({ report, now: Date.now() }),
      (error: Error) => {
        if (error.name === 'AbortError') return;
        const isUnknown = error instanceof ApiError && error.statusCode === 404;
        setShown(isUnknown ? 'unknown' : { why: whyFailed(error, words) });
      },
    );
    return () => stop.abort();
  }, [client, token, words]);
  if (shown === 'loading') {
    return (
      <>
        <h1 className="font-bold text-2xl">{t('report.status_title')}</h1>
        <p role="status" className="needs-script mt-3 text-quiet">
          {t('site.loading')}
        </p>
        <noscript>
          <a href={`/v1/report/${encodeURIComponent(token)}?locale=${words.locale}`}>
            {t('report.status_plain')}
          </a>
        </noscript>
      </>
    );
  }
  if (shown === 'unknown' || 'why' in shown) {
    return (
      <>
        <h1 className="font-bold text-2xl">
          {t(shown === 'unknown' ? 'report.unknown_title' : 'report.status_title')}
        </h1>
        <p role="status" className="mt-3 text-quiet">
          {shown === 'unknown' ? t('report.unknown_text') : shown.why}
        </p>
      </>
    );
  }
  const { report, now } = shown;
  const isClosed = report.state === 'closed';
  const isLate = !isClosed && Date.parse(report.answerBy) < now;
  return (
    <>
      <h1 className="font-bold text-2xl">{t('report.status_title')}</h1>
      <p className="mt-2 text-quiet">{t(report.message === null ? 'report.no_text' : 'report.secret')}</p>
      <dl className="mt-6 space-y-4 rounded-card border border-line bg-surface p-5">
        <ContactRow label={t('report.step.received')}>{formatMoment(report.createdAt, words)}</ContactRow>
        <ContactRow label={t(isClosed ? 'report.step.closed' : 'report.step.promised')}>
          {formatMoment(report.closedAt ?? report.answerBy, words)}
          {isLate ? <span className="block font-medium text-warn">{t('report.late')}</span> : null}
        </ContactRow>
        {isClosed ? (
          <ContactRow label={t('report.answer')}>
            {report.answer === null ? (
              t('report.no_answer')
            ) : (
              <UserText text={report.answer} className="whitespace-pre-line break-words" />
            )}
          </ContactRow>
        ) : null}
      </dl>
      <dl className="mt-4 space-y-4 rounded-card border border-line bg-surface p-5">
        <ContactRow label={t('report.home')}>
          {report.home?.path == null ? (
            report.homeId
          ) : (
            <TextLink isUnderlined path={report.home.path}>
              <UserText text={report.home.label ?? report.homeId} />
            </TextLink>
          )}
        </ContactRow>
        <ContactRow label={t('report.reason')}>{t(`report.reason.${report.reason}`)}</ContactRow>
        {report.message === null ? null : (
          <ContactRow label={t('report.message')}>
            <UserText text={report.message} className="whitespace-pre-line break-words" />
          </ContactRow>
        )}
      </dl>
    </>
  );
}
