import { formatReportToken, reportPath } from '../contacts/receipt-token.ts';
import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** To the reporter of a listing: the result of the review. */
export const reportClosed: WriteLetter = async (reportId, locale, parts) => {
  const report = await parts.store.reports.find(reportId);
  if (report?.state !== 'closed') return undefined;
  const { say, url, letter } = wordsOf(locale, parts);
  const token = formatReportToken(reportId, await parts.store.secrets.load('report'), 'mail');
  return letter(say('mail.report_closed.subject'), [
    { kind: 'text', text: say('mail.report_closed.intro') },
    report.answer === null ? undefined : { kind: 'quote', text: report.answer },
    { kind: 'link', text: say('mail.report_received.follow'), url: url(reportPath(token)) },
  ]);
};
