import { describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { createApiClient, errand } from './errand.ts';
import { Market } from './market.ts';
import type { Visitor } from './visitor.ts';
import { namesIn, textInWrongLanguage } from './wrong-language.ts';

const { baseUrl, mailbox } = inject('site');
const api = createApiClient();
const market = new Market();
/** Jane as a test person and with her verified license. */
const JANE = { person: 'jane', name: 'Jane Kim', license: '01234568', email: 'jane.kim@example.com' };
/** Her name on Korean contact pages. */
const JANE_IN_KOREAN = '김지은 (Jane Kim)';

interface Letter {
  to: string[];
  replyTo: string;
  subject: string;
  text: string;
}

const lettersTo = async (address: string): Promise<Letter[]> => {
  const letters = (await (await fetch(`${mailbox}/letters.json`)).json()) as Letter[];
  return letters.filter(({ to }) => to.includes(address));
};

/** Makes Jane the agent of a home; returns it with the names on its page. */
async function homeOfJane(
  searchType: 'sale' | 'rent',
  owner: Visitor,
): Promise<{ path: string; names: string[] }> {
  const query = `searchType=${searchType}&place=irvine-ca&page=2`;
  const { listings, sources } = await api.listHomes({ query });
  const home = listings.findLast((one) => !one.addressWithheld);
  if (home === undefined) throw new Error('no such home');
  const { homeId, path } = home;
  const whole = await api.findHome({ query: { homeId } });
  await market.change(whole.listing.listingKey, {
    ListAgentKey: 'JANE-KIM',
    ListAgentMlsId: 'JANE-KIM',
    ListAgentFullName: JANE.name,
    ListAgentStateLicense: JANE.license,
  });
  const answerer = async () => (await api.prepareContact({ query: { homeId } })).answeredBy;
  await expect
    .poll(answerer, { timeout: 30_000 })
    .toMatchObject({ name: JANE.name, role: 'listing_agent', byMailOnly: true });
  // A matching license number alone links no agent: the owner confirms the link.
  const [, agentId = ''] = (await answerer()).recipientId.split(':');
  const { items } = await api.listAgents({ query: { name: JANE.name } });
  const realtorId = items.find((one) => one.realtorId !== null)!.realtorId!;
  const screen = new AccountScreen(owner);
  await screen.signIn('google', 'owner');
  const body = { agentId, reason: 'She is known to us.' };
  await (await screen.api(baseUrl)).decideAgentLink({ params: { id: realtorId }, body });
  expect(await answerer()).toMatchObject({ name: JANE.name, role: 'listing_agent', byMailOnly: false });
  return { path, names: [JANE.name, 'Equal Housing Opportunity', ...namesIn(whole), ...namesIn(sources)] };
}

describe('someone asking about a home', () => {
  errand('in Korean, sees it opened and answered, and withdraws it', async ({ meet }) => {
    const owner = await meet({ signsIn: true, mayFail: /^401 \/maru\/v1\// });
    const { path, names } = await homeOfJane('rent', owner);
    const visitor = await meet({ locale: 'ko', width: 390, mayFail: /^400 \/maru\/v1\/agent\/contact$/ });
    const { page } = visitor;
    const say = visitor.say.bind(visitor);
    const email = 'seoyeon.kim@example.com';
    await visitor.open(path);

    // The button and the panel name the agent with role and license.
    const panel = page.getByRole('region', { name: say('contact.panel') });
    const ask = panel.getByRole('button', { name: say('contact.ask', { name: JANE_IN_KOREAN }) });
    await ask.waitFor();
    expect(await ask.textContent()).toContain(say('mail.role.listing_agent'));
    expect(await ask.textContent()).toContain(JANE.license);
    await panel.getByText(say('contact.rent_text')).waitFor();
    await page.locator('#ask-bar').getByRole('button').click();

    const form = page.getByRole('dialog', { name: say('contact.title', { name: JANE_IN_KOREAN }) });
    const field = (key: Parameters<typeof say>[0], values = {}) =>
      form.getByLabel(say(key, values), { exact: true });
    const send = form.getByRole('button', { name: say('contact.send', { name: JANE_IN_KOREAN }) });
    await form.getByText(say('contact.rent_text')).waitFor();
    for (const box of await form.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false);
    expect(await field('contact.message').inputValue()).not.toBe('');
    await send.click();
    await expect
      .poll(() => field('contact.name').evaluate((one) => one === document.activeElement))
      .toBe(true);
    expect(await form.getByText(say('reason.missing'), { exact: true }).count()).toBe(2);
    await field('contact.name').fill('김서연');
    await field('contact.email').fill('seoyeon@');
    await field('contact.message').fill('이번 주 토요일에 집을 볼 수 있을까요? 010-1234-5678');
    const saturday = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await field('contact.slot', { number: 1 }).fill(`${saturday}T10:00`);
    await send.click();
    await form.getByText(say('reason.malformed')).waitFor();
    await field('contact.email').fill(email);
    await field('profile.phone').fill('123');
    await send.click();
    // Only the server can validate this one.
    await expect.poll(() => field('profile.phone').getAttribute('aria-invalid')).toBe('true');
    await form.getByText(say('reason.malformed')).waitFor();
    expect(await accessibilityFaults(visitor)).toEqual([]);
    expect(await textInWrongLanguage(page, 'ko', names)).toEqual([]);

    // A reload keeps the values.
    await page.reload();
    await visitor.settle();
    await expect.poll(() => field('contact.name').inputValue()).toBe('김서연');
    expect(await field('contact.slot', { number: 1 }).inputValue()).toBe(`${saturday}T10:00`);
    await field('profile.phone').fill('');
    await page.keyboard.press('Escape');
    await expect.poll(() => form.count()).toBe(0);
    await page.locator('#ask-bar').getByRole('button').click();
    expect(await field('contact.email').inputValue()).toBe(email);
    await send.click();

    await page.waitForURL((url) => url.pathname === '/ko/receipt');
    await visitor.heading.getByText(say('receipt.sent_to', { name: JANE.name })).waitFor();
    await page.getByText('이번 주 토요일에 집을 볼 수 있을까요?').waitFor();
    expect(await page.getByText(say('receipt.consent_no')).count()).toBe(3);
    expect(
      await page.getByText(say('receipt.step.opened'), { exact: true }).locator('..').textContent(),
    ).toContain(say('receipt.not_yet'));
    await expect.poll(async () => (await lettersTo(email)).length, { timeout: 20_000 }).toBe(1);
    const toJane = async () => (await lettersTo(JANE.email)).find(({ replyTo }) => replyTo.includes(email));
    await expect.poll(toJane, { timeout: 20_000 }).toBeDefined();
    // The email has a secret of its own, which proves access to the address. It opens the receipt in any browser,
    // without the typed values, since the address may belong to someone else.
    const [, token = ''] =
      /\/ko\/receipt\?token=([\w-]{20,})/.exec((await lettersTo(email))[0]?.text ?? '') ?? [];
    expect(page.url()).not.toContain(token);
    const reader = await meet({ locale: 'ko', width: 390, mayFail: /^404 \/maru\/v1\/receipt\// });
    await reader.open(`/receipt?token=${token}`);
    await reader.heading.getByText(say('receipt.sent_to', { name: JANE.name })).waitFor();
    await reader.page.getByText(say('receipt.no_text')).waitFor();
    expect(await reader.page.getByText('이번 주 토요일에').count()).toBe(0);
    await page.getByText('이번 주 토요일에 집을 볼 수 있을까요?').waitFor();
    // A token with one changed character opens nothing.
    const tampered = token.replace(/^(.{9})(.)/, (_, start, one) => `${start}${one === 'A' ? 'B' : 'A'}`);
    await reader.open(`/receipt?token=${tampered}`);
    await reader.heading.getByText(say('receipt.unknown_title')).waitFor();
    expect(await reader.page.getByText('이번 주 토요일에').count()).toBe(0);
    expect(await accessibilityFaults(visitor)).toEqual([]);
    expect(await textInWrongLanguage(page, 'ko', names)).toEqual([]);

    const realtor = await meet({ signsIn: true, mayFail: /^401 \/maru\/v1\/realtor/ });
    const inbox = realtor.page.getByRole('main');
    const letter = (await toJane())?.text ?? '';
    const link = new URL(/\S+\/realtor\/contacts\?id=[\w-]+/.exec(letter)?.[0] ?? '');
    await new AccountScreen(realtor).signIn('google', JANE.person, '/realtor/contacts');
    const row = inbox.getByRole('listitem').getByRole('link', { name: /김서연/ });
    expect(await row.textContent()).toContain(realtor.say('inbox.state.new'));
    expect(await row.getAttribute('href')).toBe(link.pathname + link.search);
    await row.focus();
    await realtor.page.keyboard.press('Enter');
    await inbox.getByRole('heading', { name: realtor.say('inbox.from', { name: '김서연' }) }).waitFor();
    await expect.poll(() => row.textContent()).toContain(realtor.say('inbox.state.read'));
    const notes = inbox.getByLabel(realtor.say('inbox.notes'), { exact: true });
    const answer = inbox.getByLabel(realtor.say('inbox.answer_message'), { exact: true });
    await notes.fill('Call her back on Monday');
    await answer.fill('토요일 좋아요.');
    // A draft survives leaving to the list, and a reload.
    await inbox.getByRole('link', { name: realtor.say('inbox.all'), exact: true }).click();
    await inbox.getByText(realtor.say('inbox.choose')).waitFor();
    await row.click();
    await answer.waitFor();
    expect([await answer.inputValue(), await notes.inputValue()]).toEqual([
      '토요일 좋아요.',
      'Call her back on Monday',
    ]);
    await realtor.page.reload();
    await realtor.settle();
    await answer.waitFor();
    expect([await answer.inputValue(), await notes.inputValue()]).toEqual([
      '토요일 좋아요.',
      'Call her back on Monday',
    ]);
    expect(await inbox.getByText(realtor.say('realtor.unfinished')).count()).toBe(2);
    await inbox.getByRole('button', { name: realtor.say('inbox.notes_save') }).click();
    await inbox.getByText(realtor.say('inbox.notes_saved')).waitFor();
    // Templates are in the sender's language.
    await inbox.getByLabel(realtor.say('inbox.template')).selectOption('thanks');
    await expect.poll(() => answer.inputValue()).toMatch(/^토요일 좋아요\.\n\n김서연 님, 안녕하세요\./);
    await inbox.getByLabel(realtor.say('inbox.template')).selectOption('');
    await expect.poll(() => answer.inputValue()).toBe('토요일 좋아요.');
    await answer.fill('토요일 10시에 뵐게요.');
    await inbox.getByRole('button', { name: realtor.say('inbox.answer_send') }).click();
    await inbox.getByText(realtor.say('inbox.answer_sent')).waitFor();
    expect(await answer.inputValue()).toBe('');
    expect(await realtor.page.evaluate(() => sessionStorage.getItem('own/drafts'))).toBeNull();
    await expect.poll(() => row.textContent()).toContain(realtor.say('inbox.state.answered'));
    await expect.poll(async () => (await lettersTo(email)).length, { timeout: 20_000 }).toBe(2);
    const answered = (await lettersTo(email)).find(({ text }) => text.includes('토요일 10시에 뵐게요.'));
    expect([answered?.replyTo, answered?.subject]).toEqual([
      expect.stringContaining(JANE.email),
      expect.stringMatching(/[가-힣]/),
    ]);
    expect(await accessibilityFaults(realtor)).toEqual([]);

    await page.reload();
    await visitor.settle();
    for (const step of ['opened', 'answered'] as const) {
      const line = page.getByText(say(`receipt.step.${step}`), { exact: true }).locator('..');
      await line.waitFor();
      expect(await line.textContent()).not.toContain(say('receipt.not_yet'));
    }
    await page.getByText('토요일 10시에 뵐게요.').waitFor();
    expect(await page.getByText('Call her back').count()).toBe(0);
    await page.getByRole('button', { name: say('receipt.withdraw'), exact: true }).click();
    await page
      .getByRole('dialog', { name: say('receipt.withdraw_title') })
      .getByRole('button', { name: say('receipt.withdraw'), exact: true })
      .click();
    await page.getByText(say('receipt.withdrawn_text', { name: JANE.name })).waitFor();
    await page.getByText(say('receipt.step.withdrawn'), { exact: true }).waitFor();

    await realtor.page.reload();
    await realtor.settle();
    await inbox.getByRole('heading', { name: realtor.say('inbox.withdrawn_row') }).waitFor();
    await inbox.getByText('이번 주 토요일에').waitFor();
    const left = (await inbox.textContent()) ?? '';
    for (const secret of ['김서연', email, '1234-5678']) expect(left).not.toContain(secret);
    expect(await inbox.getByRole('button', { name: realtor.say('inbox.answer_send') }).count()).toBe(0);
  });

  errand('and sees the recipient, after the agent of the home has changed', async ({ meet }) => {
    const visitor = await meet({ mayFail: /^409 \/maru\/v1\/agent\/contact$/ });
    const { page } = visitor;
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&page=3' });
    const home = listings.find((one) => !one.addressWithheld);
    // The state when the page was loaded.
    let isFirst = true;
    await page.route('**/maru/v1/agent/contact?*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { answeredBy: object };
      const answeredBy = { ...body.answeredBy, recipientId: 'agent:gone:0', name: 'Ann Before' };
      await route.fulfill({ response: answer, json: isFirst ? { ...body, answeredBy } : body });
      isFirst = false;
    });
    await visitor.open(home?.path ?? '');
    await page.getByRole('button', { name: visitor.say('contact.ask', { name: 'Ann Before' }) }).click();
    await page.getByLabel(visitor.say('contact.name'), { exact: true }).fill('Min Lee');
    await page.getByLabel(visitor.say('contact.email'), { exact: true }).fill('min.lee@example.com');
    await page.getByRole('dialog').getByRole('checkbox').nth(1).check();
    const send = page.getByRole('dialog').getByRole('button', { name: /^Send to/ });
    await send.click();
    await page.getByText(visitor.say('contact.other_text')).waitFor();
    expect(await page.getByRole('dialog').getByRole('checkbox').nth(1).isChecked()).toBe(false);
    expect(await page.getByRole('dialog').textContent()).not.toContain('Ann Before');
    await send.click();
    await page.waitForURL((url) => url.pathname === '/receipt');
    // A feed agent has no inbox here, which the receipt explains.
    await page.getByText(/by e-mail only/).waitFor();
    expect(await page.getByText(visitor.say('receipt.step.opened'), { exact: true }).count()).toBe(0);
  });
});

describe('pages that emails link to show plainly', () => {
  errand('an unknown receipt', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', mayFail: /^404 \/maru\/v1\/receipt\// });
    for (const token of ['abc', 'a'.repeat(43)]) {
      await visitor.open(`/receipt?token=${token}`);
      await visitor.heading.getByText(visitor.say('receipt.unknown_title')).waitFor();
    }
  });

  errand('that an inbox is for realtors', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390, signsIn: true });
    await visitor.open('/realtor/contacts?id=0b1f');
    await visitor.heading.getByText(visitor.say('inbox.sign_in_title')).waitFor();
    await new AccountScreen(visitor).signIn('kakao', 'minji', '/realtor/contacts');
    await visitor.page.getByRole('heading', { name: visitor.say('inbox.not_realtor_title') }).waitFor();
    expect(await accessibilityFaults(visitor)).toEqual([]);
  });
});
