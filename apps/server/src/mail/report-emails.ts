import { REPORT_REASONS } from '@maru/contract';
import { formatReportToken, reportPath } from '../contacts/receipt-token.ts';
import { type EmailParts, type EmailTemplate, emailMessages } from './email-parts.ts';

/**
 * To the reporter of a listing: what was reported and when it will be reviewed. The report's text is included only for
 * an address that the reporter's account has verified (`contactReceipt`); the linked page hides it too.
 */
export const reportReceived: EmailTemplate = async (reportId, locale, parts) => {
  const report = await parts.store.reports.find(reportId);
  if (report === undefined) return undefined;
  const isProven =
    report.email !== null && (await parts.store.emails.isVerifiedAddress(report.userId, report.email));
  const { say, time, text, facts, quote, link, letter } = emailMessages(locale, parts);
  const reason = REPORT_REASONS.find((one) => one === report.reason) ?? 'other';
  return letter(say('mail.report_received.subject'), [
    text('mail.report_received.intro'),
    facts([
      [say('mail.label.answer_by'), time(report.answerBy)],
      [say('mail.label.reason'), say(`report.reason.${reason}`)],
      [say('mail.label.home'), report.homeId],
    ]),
    isProven ? quote(report.message) : undefined,
    link('mail.report_received.follow', await statusPath(reportId, parts)),
  ]);
};

/** To the reporter of a listing: the result of the review. */
export const reportClosed: EmailTemplate = async (reportId, locale, parts) => {
  const report = await parts.store.reports.find(reportId);
  if (report?.state !== 'closed') return undefined;
  const { say, text, quote, link, letter } = emailMessages(locale, parts);
  return letter(say('mail.report_closed.subject'), [
    text('mail.report_closed.intro'),
    report.answer === null ? undefined : quote(report.answer),
    link('mail.report_received.follow', await statusPath(reportId, parts)),
  ]);
};

async function statusPath(reportId: string, { store }: EmailParts): Promise<string> {
  return reportPath(formatReportToken(reportId, await store.secrets.load('report'), 'mail'));
}
