import { REPORT_REASONS } from '@maru/contract';
import { formatReportToken, reportPath } from '../receipt-token.ts';
import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** To who has reported a listing: what was reported, and by when a person looks at it. */
export const reportReceived: WriteLetter = async (reportId, locale, parts) => {
  const report = await parts.store.reports.find(reportId);
  if (report === undefined) return undefined;
  const { say, time, url, letter } = wordsOf(locale, parts);
  const token = formatReportToken(reportId, await parts.store.secrets.load('report'));
  const reason = REPORT_REASONS.find((one) => one === report.reason) ?? 'other';
  return letter(say('mail.report_received.subject'), [
    { kind: 'text', text: say('mail.report_received.intro') },
    {
      kind: 'facts',
      rows: [
        [say('mail.label.answer_by'), time(report.answerBy)],
        [say('mail.label.reason'), say(`report.reason.${reason}`)],
        [say('mail.label.home'), report.homeId],
      ],
    },
    { kind: 'quote', text: report.message },
    { kind: 'link', text: say('mail.report_received.follow'), url: url(reportPath(token)) },
  ]);
};
