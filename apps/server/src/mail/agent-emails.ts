import type { AgentEmail } from '@maru/store';
import { LANGUAGE_TAGS, LOCALES } from '@maru/words';
import { formatLinkCode } from '../contacts/link-code.ts';
import type { Block, Row } from './email-page.ts';
import {
  type EmailParts,
  type EmailTemplate,
  emailMessages,
  type RenderedEmail,
  type Words,
} from './email-parts.ts';

// Emails to an agent's address in the feed. They contain no text from the owner of the profile.

/** Somebody created a profile with the agent's license. */
export const agentApplied = createNotice('applied');
/** A profile now receives the messages about the agent's homes. */
export const agentLinked = createNotice('linked');

function createNotice(kind: 'applied' | 'linked'): EmailTemplate {
  return async (letterId, _, parts) => {
    const found = await parts.store.agentLinks.findEmail(letterId);
    if (found?.kind !== kind) return undefined;
    return agentEmail(`agent_${kind}`, found, parts, (words) => [
      intro(`agent_${kind}`, found, words),
      words.facts([license(found, words)]),
      words.notice(`mail.agent_${kind}.not_you`, pickBroker(found)),
    ]);
  };
}

/** The code that links a profile; undefined when it was replaced, used or has expired. */
export const agentCode: EmailTemplate = async (letterId, _, parts) => {
  const found = await parts.store.agentLinks.findEmail(letterId);
  if (found?.kind !== 'code' || found.endedAt !== null || found.expiresAt === null) return undefined;
  const { expiresAt } = found;
  const code = formatLinkCode(letterId, await parts.store.secrets.load('agent-link'));
  return agentEmail('agent_code', found, parts, (words) => [
    intro('agent_code', found, words),
    words.facts([
      [words.say('mail.label.code'), code],
      license(found, words),
      [words.say('mail.label.until'), words.time(expiresAt)],
    ]),
    words.notice('mail.agent_code.warning'),
    words.text('mail.agent_code.not_you', pickBroker(found)),
  ]);
};

type Kind = 'agent_applied' | 'agent_linked' | 'agent_code';

/** In the account's language when the address belongs to an account, else in English followed by Korean. */
function agentEmail(
  kind: Kind,
  { locale }: Pick<AgentEmail, 'locale'>,
  parts: Pick<EmailParts, 'publicUrl'>,
  write: (words: Words) => Block[],
): RenderedEmail {
  const all = (locale === null ? LOCALES : [locale]).map((one) => emailMessages(one, parts));
  const [first, ...others] = all;
  const subject = all.map(({ say }) => say(`mail.${kind}.subject`)).join(' · ');
  return {
    ...first!.letter(subject, [
      ...write(first!),
      ...others.map((words) => ({
        ...{ kind: 'translation' as const, locale: words.locale },
        blocks: write(words),
      })),
    ]),
    headers: { 'Content-Language': all.map((words) => LANGUAGE_TAGS[words.locale]).join(', ') },
  };
}

const intro = (kind: Kind, { agentName: name, source }: AgentEmail, words: Words) =>
  words.text(`mail.${kind}.intro`, { name, source });
const license = ({ licenseNumber }: AgentEmail, { say }: Words): Row => [
  say('mail.label.license'),
  licenseNumber ?? '–',
];
const pickBroker = ({ brokerName: broker, brokerEmail: email }: AgentEmail) => ({ broker, email });
