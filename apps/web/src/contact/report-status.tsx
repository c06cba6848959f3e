import { ApiError } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { useWords } from '../i18n/words.tsx';
import { TextLink } from '../ui/site-link.tsx';
import { useLatest } from '../ui/use-latest.ts';
import { whyFailed } from '../ui/why-failed.ts';
import { ContactRow, formatMoment } from './contact-copy.tsx';
import { UserText } from './user-text.tsx';

/** The status of a report, for anyone with its secret token. */
export function ReportStatus({ token }: { token: string }) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const { value: shown, error } = useLatest(token, async (signal) => ({
    report: await client.findReport({ params: { token }, signal }),
    now: Date.now(),
  }));
  if (error !== undefined) {
    const isUnknown = error instanceof ApiError && error.statusCode === 404;
    return (
      <>
        <h1 className="font-bold text-2xl">
          {t(isUnknown ? 'report.unknown_title' : 'report.status_title')}
        </h1>
        <p role="status" className="mt-3 text-quiet">
          {isUnknown ? t('report.unknown_text') : whyFailed(error, words)}
        </p>
      </>
    );
  }
  if (shown === undefined) {
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
