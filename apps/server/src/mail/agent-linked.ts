import { agentEmail } from './agent-email.ts';
import type { EmailTemplate } from './email-parts.ts';

/**
 * To the agent's address in the feed: a profile now receives the messages about their homes. Contains no text of that
 * profile.
 */
export const agentLinked: EmailTemplate = async (agentLetterId, _, parts) => {
  const found = await parts.store.agentLinks.findEmail(agentLetterId);
  if (found?.kind !== 'linked') return undefined;
  return agentEmail(found, parts, ({ say }) => ({
    subject: say('mail.agent_linked.subject'),
    blocks: [
      { kind: 'text', text: say('mail.agent_linked.intro', { name: found.agentName, source: found.source }) },
      { kind: 'facts', rows: [[say('mail.label.license'), found.licenseNumber ?? '–']] },
      {
        kind: 'notice',
        text: say('mail.agent_linked.not_you', { broker: found.brokerName, email: found.brokerEmail }),
      },
    ],
  }));
};
