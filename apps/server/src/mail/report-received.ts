import { REPORT_REASONS } from '@maru/contract';
import { formatReportToken, reportPath } from '../contacts/receipt-token.ts';
import { type EmailTemplate, emailMessages } from './email-parts.ts';

/**
 * To the reporter of a listing: what was reported and when it will be reviewed. The report's text is included only for
 * an address that the reporter's account has verified (contact-receipt.ts); the linked page hides it too.
 */
export const reportReceived: EmailTemplate = async (reportId, locale, parts) => {
  const report = await parts.store.reports.find(reportId);
  if (report === undefined) return undefined;
  const isProven =
    report.email !== null && (await parts.store.emails.isVerifiedAddress(report.userId, report.email));
  const { say, time, url, letter } = emailMessages(locale, parts);
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
