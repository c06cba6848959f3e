import { type HomeCard, toStatusFilter } from '@maru/listing';
import { leadPrice } from '@maru/listing/money';
import { type Addressed, formatStreet, homePath } from '@maru/listing/places';
import type { AlertEmail, AlertSource } from '@maru/store';
import { formatNumber, formatUsd, type Locale } from '@maru/words';
import { formatUnsubscribeToken } from '../alerts/unsubscribe-token.ts';
import { licenseText } from '../contacts/license-text.ts';
import { parseSavedPath } from '../search/saved-path.ts';
import type { Block } from './email-page.ts';
import { type EmailTemplate, emailMessages, type Words } from './email-parts.ts';

type Item = AlertEmail['items'][number];

/** Further items are only counted; the search page lists them. */
const MAX_ITEMS = 20;

/**
 * Changes of a saved search or of saved homes, with the reason (rule R30), the attribution of each home (rule R33) and
 * one-click unsubscribe (RFC 8058).
 */
export const alert: EmailTemplate = async (subjectId, locale, parts) => {
  const found = await parts.store.alerts.findEmail(subjectId);
  // Homes that may no longer be displayed are omitted; those that are no longer offered are named.
  const items = found?.items.filter(({ card, ended }) => card !== null || ended !== null) ?? [];
  if (found === undefined || items.length === 0) return undefined;
  const words = emailMessages(locale, parts);
  const { say, text, link, letter } = words;
  const { path } = found;
  const search = found.name ?? say(path === null ? 'mail.alert.homes' : 'mail.alert.search');
  const secret = await parts.store.secrets.load('unsubscribe');
  const stop = `${parts.publicUrl}/v1/unsubscribe/${formatUnsubscribeToken(found, secret)}`;
  const told = items.slice(0, MAX_ITEMS);
  const more = items.length - told.length;
  const composed = letter(
    say('mail.alert.subject', { count: items.length, search }),
    [
      path === null ? text('mail.alert.intro_homes') : text('mail.alert.intro_search', { search }),
      ...told.flatMap((item) => renderItem(item, locale, words)),
      more > 0 ? text('mail.alert.more', { count: more }) : undefined,
      path === null ? undefined : link('mail.alert.all', path),
      path !== null && parseSavedPath(path)?.query.commute ? text('mail.alert.commute') : undefined,
      ...found.sources.map((source) => renderSource(source, words)),
      text('mail.alert.why'),
      link('mail.alert.manage', '/my-page'),
      { kind: 'link', text: say('mail.alert.stop'), url: stop },
      parts.postalAddress === '' ? undefined : text('mail.alert.sender', { address: parts.postalAddress }),
    ],
    'mail.alert.footer',
  );
  return {
    ...composed,
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
};

/** Source, age, disclaimer and advertising broker, as below every list (rule R41). */
function renderSource(
  { source, disclaimer, advertisingBroker: broker, asOf }: AlertSource,
  words: Words,
): Block {
  const { say, time, locale } = words;
  const { name, licenseNumber, licenseState = null, phone, email } = broker;
  const license = licenseText({ licenseNumber, licenseState }, locale) ?? '';
  const lines = [
    say('call.source', { source, when: asOf === null ? say('source.never') : time(asOf) }),
    disclaimer,
    say('source.broker', { name, license, phone, email }),
  ];
  return { kind: 'text', text: lines.join('\n') };
}

function renderItem({ kind, facts, card, ended }: Item, locale: Locale, words: Words): Block[] {
  const { say, url } = words;
  if (card === null) {
    if (ended === null) return [];
    return [
      { kind: 'link', text: addressText(ended, words), url: url(homePath(ended)) },
      words.text('mail.alert.gone'),
    ];
  }
  const office = [card.listOfficeName, card.listOfficePhone].filter(Boolean).join(' · ');
  const lines = [
    reasonText({ kind, facts }, card, locale, words),
    factsText(card, locale, words),
    say('mail.alert.office', { office }),
  ];
  const title = `${priceText(card, locale, words)} · ${addressText(card, words)}`;
  return [
    { kind: 'link', text: title, url: url(homePath(card)) },
    { kind: 'text', text: lines.join('\n') },
  ];
}

/** What has happened to the home. */
function reasonText(
  { kind, facts }: Pick<Item, 'kind' | 'facts'>,
  card: HomeCard,
  locale: Locale,
  { say }: Words,
): string {
  if (kind === 'cut' || kind === 'raised') {
    const [from, to] = [priceIn(facts.old), priceIn(facts.new)];
    if (from !== undefined && to !== undefined) {
      const change = to - from;
      // As on the card: rents include mandatory fees (rule R26).
      const lead = (listPrice: number) => formatUsd(locale, leadPrice({ ...card, listPrice }) ?? listPrice);
      return say(`mail.alert.${kind}`, {
        amount: `${change < 0 ? '−' : '+'}${formatUsd(locale, Math.abs(change))}`,
        percent: `${change < 0 ? '−' : '+'}${formatNumber(locale, Math.abs(change / from) * 100)}%`,
        from: lead(from),
        to: lead(to),
      });
    }
  }
  if (kind === 'new' || kind === 'back') return say(`mail.alert.${kind}`);
  const group = toStatusFilter(card.standardStatus) ?? 'active';
  const status =
    group === 'active' ? (`status.${card.searchType}_active` as const) : (`status.${group}` as const);
  return say('mail.alert.status', { status: say(status) });
}

function priceIn(facts: unknown): number | undefined {
  const price = (facts as { listPrice?: unknown } | null)?.listPrice;
  return typeof price === 'number' && price > 0 ? price : undefined;
}

function priceText(card: HomeCard, locale: Locale, { say }: Words): string {
  const lead = leadPrice(card);
  if (lead === null) return '–';
  const price = formatUsd(locale, lead);
  return card.searchType === 'rent' ? say('card.rent', { price }) : price;
}

/** Beds, baths and size; unknown ones are omitted. */
function factsText(card: HomeCard, locale: Locale, { say }: Words): string {
  const number = (value: number, digits: number) => formatNumber(locale, value, digits);
  const { bedroomsTotal: beds, bathroomsTotalDecimal: baths, livingArea } = card;
  const facts = [
    beds !== null && (beds === 0 ? say('card.studio') : say('card.beds', { beds: number(beds, 0) })),
    baths !== null && say('card.baths', { baths: number(baths, 2) }),
    livingArea !== null && say('unit.sqft', { sqft: number(livingArea, 0) }),
  ];
  return facts.filter((fact) => fact !== false).join(' · ');
}

/** In English order; never more than the seller allows to display. */
function addressText(card: Addressed, { say }: Words): string {
  const street = card.addressWithheld ? say('card.address_withheld') : formatStreet(card);
  const town = [card.city, `${card.stateOrProvince ?? ''} ${card.postalCode ?? ''}`.trim()].filter(Boolean);
  return [street, ...town].filter(Boolean).join(', ');
}
