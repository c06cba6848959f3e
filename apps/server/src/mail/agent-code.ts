import { formatLinkCode } from '../contacts/link-code.ts';
import { agentEmail } from './agent-email.ts';
import type { EmailTemplate } from './email-parts.ts';

/**
 * To the agent's address in the feed: the code that links a profile on this site. Contains no text from the requester.
 * Returns undefined when the code was replaced, used or has expired.
 */
export const agentCode: EmailTemplate = async (agentLetterId, _, parts) => {
  const found = await parts.store.agentLinks.findEmail(agentLetterId);
  if (found?.kind !== 'code' || found.endedAt !== null || found.expiresAt === null) return undefined;
  const { expiresAt } = found;
  const code = formatLinkCode(agentLetterId, await parts.store.secrets.load('agent-link'));
  return agentEmail(found, parts, ({ say, time }) => ({
    subject: say('mail.agent_code.subject'),
    blocks: [
      { kind: 'text', text: say('mail.agent_code.intro', { name: found.agentName, source: found.source }) },
      {
        kind: 'facts',
        rows: [
          [say('mail.label.code'), code],
          [say('mail.label.license'), found.licenseNumber ?? '–'],
          [say('mail.label.until'), time(expiresAt)],
        ],
      },
      { kind: 'notice', text: say('mail.agent_code.warning') },
      {
        kind: 'text',
        text: say('mail.agent_code.not_you', { broker: found.brokerName, email: found.brokerEmail }),
      },
    ],
  }));
};
