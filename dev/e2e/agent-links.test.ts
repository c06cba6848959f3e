import type { Locale } from '@maru/words';
import { describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { createApiClient, errand, pickVariants } from './errand.ts';
import { textInWrongLanguage } from './wrong-language.ts';

const { baseUrl, mailbox } = inject('site');
const api = createApiClient();
/** Access tokens of the tests expire in seconds: a call may get 401 once and is repeated. */
const AGAIN = /^401 \/maru\/v1\//;
/** A wrong code. */
const REFUSED = /^401 \/maru\/v1\/|^400 \/maru\/v1\/realtor\/[\w-]+\/agent-links$/;

interface Letter {
  to: string[];
  text: string;
}
/** The codes in emails to agents with that license number, oldest first. */
async function codesFor(license: string): Promise<string[]> {
  const letters = (await (await fetch(`${mailbox}/letters.json`)).json()) as Letter[];
  return letters
    .filter(({ text }) => text.includes(license))
    .flatMap(({ text }) => /\b\d{4} \d{4}\b/.exec(text)?.[0] ?? []);
}

const WALKS: { person: string; realtorIn: Locale; ownerIn: Locale; at: number }[] = [
  { person: 'hana', realtorIn: 'ko', ownerIn: 'en', at: 0 },
  { person: 'peter', realtorIn: 'en', ownerIn: 'ko', at: 1 },
];

describe('a realtor whose license number is in a feed', () => {
  for (const { person, realtorIn, ownerIn, at } of pickVariants(0, WALKS)) {
    errand(
      `in ${realtorIn}, gets messages about the agent's homes after confirming a code sent to the MLS address; the owner, in ${ownerIn}, sees it`,
      async ({ meet }) => {
        // A feed agent without a linked profile.
        const { items } = await api.listAgents({ query: { limit: 40 } });
        const agents = items.filter(
          (one) => one.realtorId === null && one.licenseNumber !== null && one.licenseState === 'CA',
        );
        const agent = agents[at]!;
        const license = agent.licenseNumber!;
        const answerer = async () =>
          (await api.prepareContact({ query: { agentId: agent.agentId } })).answeredBy;

        const realtor = await meet({ locale: realtorIn, signsIn: true, mayFail: REFUSED });
        const screen = new AccountScreen(realtor);
        await screen.signIn('google', person);
        const body = {
          name: `${agent.name} Jr`,
          licenseNumber: license,
          licenseState: 'CA',
          brokerName: 'Elsewhere Realty',
        };
        const { realtorId } = await (await screen.api(baseUrl)).createRealtor({ body });

        // The owner sees the agent beside the application, with the differences, and verifies the license; this alone
        // sends no leads to the realtor.
        const owner = await meet({ locale: ownerIn, signsIn: true, mayFail: AGAIN });
        await new AccountScreen(owner).signIn(
          'google',
          'owner',
          `/admin/detail?tab=realtors&id=${realtorId}`,
        );
        const main = owner.page.getByRole('main');
        const links = main.getByRole('listitem').filter({ hasText: agent.name });
        await links.first().waitFor();
        expect(await links.first().getByText(owner.say('admin.links.differs')).count()).toBeGreaterThan(1);
        await links.first().getByText(owner.say('admin.links.not_linked')).waitFor();
        expect(await accessibilityFaults(owner)).toEqual([]);
        await main.getByRole('button', { name: owner.say('admin.realtors.verify') }).click();
        await main.getByText(owner.say('admin.realtors.is_verified')).waitFor();
        expect((await answerer()).recipientId).not.toContain(realtorId);

        // The realtor confirms with the code sent to the MLS's email address; a wrong code is reported at its field.
        const { page } = realtor;
        const say = realtor.say.bind(realtor);
        await realtor.open('/realtor');
        const own = page.getByRole('main').getByRole('listitem').filter({ hasText: agent.name });
        await own.getByRole('button', { name: say('realtor.links.send') }).click();
        await own.getByText(say('realtor.links.sent')).waitFor();
        await expect.poll(async () => (await codesFor(license)).length, { timeout: 20_000 }).toBe(1);
        const [code] = await codesFor(license);
        const field = own.getByLabel(say('realtor.links.code'));
        await field.fill('0000 000');
        await own.getByRole('button', { name: say('realtor.links.prove') }).click();
        await own.getByText(say('realtor.links.wrong')).waitFor();
        expect(await field.getAttribute('aria-invalid')).toBe('true');
        await field.fill(code!);
        await own.getByRole('button', { name: say('realtor.links.prove') }).click();
        await own.getByText(say('realtor.links.own')).waitFor();
        expect(await accessibilityFaults(realtor)).toEqual([]);
        if (realtorIn === 'en') expect(await textInWrongLanguage(page, 'en', [])).toEqual([]);
        expect((await answerer()).recipientId).toContain(realtorId);

        // The owner ends the link, and links manually, with a reason.
        await owner.open(`/admin/detail?tab=realtors&id=${realtorId}`);
        await links
          .first()
          .getByRole('button', { name: owner.say('admin.links.unlink') })
          .click();
        await main.getByText(owner.say('admin.links.unlinked')).waitFor();
        expect((await answerer()).recipientId).not.toContain(realtorId);
        await links
          .first()
          .getByRole('button', { name: owner.say('admin.links.link') })
          .click();
        await links
          .first()
          .getByRole('button', { name: owner.say('admin.links.confirm') })
          .click();
        const reason = links.first().getByLabel(owner.say('admin.links.reason'));
        await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true');
        await reason.fill('Called the office.');
        await links
          .first()
          .getByRole('button', { name: owner.say('admin.links.confirm') })
          .click();
        await main.getByText(owner.say('admin.links.linked'), { exact: true }).waitFor();
        expect((await answerer()).recipientId).toContain(realtorId);
        // Another profile with the same license number is told whom to contact.
        const rival = await meet({ locale: realtorIn, signsIn: true, mayFail: AGAIN });
        const rivalScreen = new AccountScreen(rival);
        await rivalScreen.signIn('google', 'sora');
        const made = await (await rivalScreen.api(baseUrl)).createRealtor({ body });
        const params = { id: made.realtorId };
        // The role has changed, so the token is refreshed.
        const known = await (await rivalScreen.api(baseUrl)).listAgentLinks({ params });
        const { broker } = known.items.find((one) => one.agentId === agent.agentId)!;
        await rival.open('/realtor');
        const linkRows = rival.page.getByRole('main').getByRole('listitem').filter({ hasText: agent.name });
        await linkRows.getByText(say('realtor.links.other', { broker: broker.name })).waitFor();
        const mail = linkRows.getByRole('link', { name: broker.email });
        expect(await mail.getAttribute('href')).toBe(`mailto:${broker.email}`);
        await (await rivalScreen.api(baseUrl)).deleteRealtor({ params });

        await owner.open('/admin/detail?tab=audit');
        await main.getByText(owner.say('admin.did.realtor.link'), { exact: true }).first().waitFor();
        await (await screen.api(baseUrl)).deleteRealtor({ params: { id: realtorId } });
        expect((await answerer()).recipientId).not.toContain(realtorId);
      },
    );
  }
});
