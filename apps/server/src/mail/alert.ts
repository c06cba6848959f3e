import { type HomeCard, toStatusFilter } from '@maru/listing';
import { leadPrice } from '@maru/listing/money';
import { homePath } from '@maru/listing/places';
import type { AlertEmail } from '@maru/store';
import { formatNumber, formatUsd, type Locale } from '@maru/words';
import { formatUnsubscribeToken } from '../alerts/unsubscribe-token.ts';
import type { Block } from './email-page.ts';
import { type EmailTemplate, emailMessages } from './email-parts.ts';

type Item = AlertEmail['items'][number];
type Words = ReturnType<typeof emailMessages>;

/** Further items are only counted; the search page lists them. */
const MOST_ITEMS = 20;

/**
 * Changes of a saved search or of saved homes, with the reason (rule R30), the attribution of each home (rule R33) and
 * one-click unsubscribe (RFC 8058).
 */
export const alert: EmailTemplate = async (subjectId, locale, parts) => {
  const found = await parts.store.alerts.findEmail(subjectId);
  // Homes that may no longer be displayed are omitted.
  const items = found?.items.filter(({ card, kind }) => card !== null || kind === 'gone') ?? [];
  if (found === undefined || items.length === 0) return undefined;
  const words = emailMessages(locale, parts);
  const { say, url, letter } = words;
  const { path } = found;
  const search = found.name ?? say(path === null ? 'mail.alert.homes' : 'mail.alert.search');
  const secret = await parts.store.secrets.load('unsubscribe');
  const stop = `${parts.publicUrl}/v1/unsubscribe/${formatUnsubscribeToken(found, secret)}`;
  const told = items.slice(0, MOST_ITEMS);
  const more = items.length - told.length;
  const composed = letter(
    say('mail.alert.subject', { count: items.length, search }),
    [
      {
        kind: 'text',
        text: path === null ? say('mail.alert.intro_homes') : say('mail.alert.intro_search', { search }),
      },
      ...told.flatMap((item) => blocksOf(item, locale, words)),
      more > 0 ? { kind: 'text', text: say('mail.alert.more', { count: more }) } : undefined,
      path === null ? undefined : { kind: 'link', text: say('mail.alert.all'), url: url(path) },
      ...found.sources.map(
        ({ source, disclaimer }): Block => ({
          kind: 'text',
          text: say('mail.alert.source', { source, disclaimer }),
        }),
      ),
      { kind: 'text', text: say('mail.alert.why') },
      { kind: 'link', text: say('mail.alert.manage'), url: url('/my-page') },
      { kind: 'link', text: say('mail.alert.stop'), url: stop },
      parts.postalAddress === ''
        ? undefined
        : { kind: 'text', text: say('mail.alert.sender', { address: parts.postalAddress }) },
    ],
    'mail.alert.footer',
  );
  return {
    ...composed,
    headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
};

function blocksOf({ kind, facts, card }: Item, locale: Locale, words: Words): Block[] {
  const { say, url } = words;
  if (card === null) return [{ kind: 'text', text: say('mail.alert.gone') }];
  const lines = [
    whyOf(kind, facts, card, locale, words),
    factsOf(card, locale, words),
    say('mail.alert.office', {
      office: [card.listOfficeName, card.listOfficePhone].filter(Boolean).join(' · '),
    }),
  ];
  return [
    {
      kind: 'link',
      text: `${priceOf(card, locale, words)} · ${addressOf(card, words)}`,
      url: url(homePath(card)),
    },
    { kind: 'text', text: lines.join('\n') },
  ];
}

function whyOf(
  kind: Item['kind'],
  facts: Item['facts'],
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

function priceOf(card: HomeCard, locale: Locale, { say }: Words): string {
  const lead = leadPrice(card);
  if (lead === null) return '–';
  const price = formatUsd(locale, lead);
  return card.searchType === 'rent' ? say('card.rent', { price }) : price;
}

function factsOf(card: HomeCard, locale: Locale, { say }: Words): string {
  return [
    card.bedroomsTotal === null
      ? undefined
      : say('card.beds', { beds: formatNumber(locale, card.bedroomsTotal, 0) }),
    card.bathroomsTotalDecimal === null
      ? undefined
      : say('card.baths', { baths: formatNumber(locale, card.bathroomsTotalDecimal, 2) }),
    card.livingArea === null
      ? undefined
      : say('unit.sqft', { sqft: formatNumber(locale, card.livingArea, 0) }),
  ]
    .filter((fact) => fact !== undefined)
    .join(' · ');
}

/** In English order; never more than the seller allows to display. */
function addressOf(card: HomeCard, { say }: Words): string {
  const street = card.addressWithheld ? say('card.address_withheld') : card.streetLine;
  const unit = card.addressWithheld || card.unitNumber === null ? '' : ` #${card.unitNumber}`;
  const town = [card.city, `${card.stateOrProvince ?? ''} ${card.postalCode ?? ''}`.trim()].filter(Boolean);
  return [`${street ?? ''}${unit}`, ...town].filter(Boolean).join(', ');
}
