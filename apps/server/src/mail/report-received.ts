import { REPORT_REASONS } from '@maru/contract';
import { formatReportToken, reportPath } from '../contacts/receipt-token.ts';
import { type WriteLetter, wordsOf } from './letter-parts.ts';

/**
 * To who has reported a listing: what was reported, and by when a person looks at it. The report's own text only to an address
 * that the reporter's account has proven (contact-receipt.ts); nor does the page behind the link show it then.
 */
export const reportReceived: WriteLetter = async (reportId, locale, parts) => {
  const report = await parts.store.reports.find(reportId);
  if (report === undefined) return undefined;
  const isProven =
    report.email !== null && (await parts.store.letters.isProvenAddress(report.userId, report.email));
  const { say, time, url, letter } = wordsOf(locale, parts);
  const token = formatReportToken(reportId, await parts.store.secrets.load('report'), 'mail');
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
    isProven ? { kind: 'quote', text: report.message } : undefined,
    { kind: 'link', text: say('mail.report_received.follow'), url: url(reportPath(token)) },
  ]);
};
