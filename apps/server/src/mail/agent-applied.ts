import { agentEmail } from './agent-email.ts';
import type { EmailTemplate } from './email-parts.ts';

/**
 * To the agent's address in the feed: somebody created a profile with their license. Contains no text of that profile.
 */
export const agentApplied: EmailTemplate = async (agentLetterId, _, parts) => {
  const found = await parts.store.agentLinks.findEmail(agentLetterId);
  if (found?.kind !== 'applied') return undefined;
  return agentEmail(found, parts, ({ say }) => ({
    subject: say('mail.agent_applied.subject'),
    blocks: [
      {
        kind: 'text',
        text: say('mail.agent_applied.intro', { name: found.agentName, source: found.source }),
      },
      { kind: 'facts', rows: [[say('mail.label.license'), found.licenseNumber ?? '–']] },
      {
        kind: 'notice',
        text: say('mail.agent_applied.not_you', { broker: found.brokerName, email: found.brokerEmail }),
      },
    ],
  }));
};
