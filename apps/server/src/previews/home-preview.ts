import { type HomeCard, toStatusFilter } from '@maru/listing';
import { isAltered } from '@maru/listing/display';
import { leadPrice } from '@maru/listing/money';
import { formatStreet } from '@maru/listing/places';
import { formatNumber, formatUsd, type Locale, toPyeong, toSquareMeters } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, Sheet } from './sheet.ts';
import type { Typeface } from './typeface.ts';

const LEFT = 64;
const WIDTH = PREVIEW_WIDTH - 2 * LEFT;

export interface HomePreview {
  card: HomeCard;
  /** City in the reader's language; null when unknown. */
  city: string | null;
  /** Listings of the sample market are marked. */
  isSample: boolean;
  /** Whether the photo is drawn below; otherwise a plain background. */
  hasPhoto: boolean;
}

/**
 * Overlay of a home's link preview: price, rooms and size, the address as far as it may be displayed, the attribution
 * (rule R33: not smaller than the rest), and a note when the photo is altered (rule R7).
 */
export function drawHome(
  { card, city, isSample, hasPhoto }: HomePreview,
  locale: Locale,
  typeface: Typeface,
): Sheet {
  const sheet = new Sheet(typeface);
  const t = (key: Parameters<typeof formatMessage>[1], values?: Record<string, string | number>) =>
    formatMessage(locale, key, values);
  if (!hasPhoto) {
    sheet.add(`<rect width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" fill="#1f5f63"/>`);
    sheet.add(
      '<path d="M600 120 440 250v130h110v-80h100v80h110V250z" fill="none" stroke="#ffffff" stroke-opacity=".35" stroke-width="12" stroke-linejoin="round"/>',
    );
  }
  sheet.add(
    `<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset=".45" stop-color="#000" stop-opacity=".66"/><stop offset="1" stop-color="#000" stop-opacity=".86"/></linearGradient></defs><rect y="270" width="${PREVIEW_WIDTH}" height="360" fill="url(#shade)"/>`,
  );
  const brand = sheet.chip(t('site.name'), { x: LEFT, y: 48, fill: '#ffffff', ground: '#1f5f63' });
  if (isSample) {
    sheet.chip(t('preview.sample'), { x: LEFT + brand + 12, y: 48, fill: '#1b2224', ground: '#ffffff' });
  }
  if (hasPhoto && isAltered({ mediaAlteration: [...card.photoAlteration] })) {
    sheet.chip(t('card.photo_altered'), {
      x: PREVIEW_WIDTH - LEFT,
      y: 48,
      fill: '#ffffff',
      ground: '#1b2224',
      fromRight: true,
    });
  }
  const price = homePriceText(card, locale);
  const status = toStatusFilter(card.standardStatus);
  const said =
    status === undefined
      ? ''
      : status === 'active'
        ? t(`status.${card.searchType}_active`)
        : t(`status.${status}`);
  const wide = sheet.line(price, { x: LEFT, y: 436, size: 84, width: WIDTH - 260, bold: true });
  sheet.line(said, { x: LEFT + wide + 28, y: 436, size: 36, width: WIDTH - wide - 28 });
  sheet.line(homeFactsText(card, locale), { x: LEFT, y: 494, size: 40, width: WIDTH, bold: true });
  sheet.line(homeAddressText(card, city, locale), { x: LEFT, y: 544, size: 32, width: WIDTH });
  const office = card.listOfficeName ?? t('credit.name_unstated');
  sheet.line([t('credit.office', { office }), card.listOfficePhone].filter(Boolean).join(' · '), {
    x: LEFT,
    y: 590,
    size: 32,
    width: WIDTH,
  });
  return sheet;
}

function homePriceText(card: HomeCard, locale: Locale): string {
  const lead = leadPrice(card);
  if (lead === null) return formatMessage(locale, 'card.price_unstated');
  const price = formatUsd(locale, lead);
  return card.searchType === 'rent' ? formatMessage(locale, 'card.rent', { price }) : price;
}

/** "4 bd · 2.5 ba · 1,850 sqft (172 m² · 52 pyeong)"; unknown values are omitted. */
function homeFactsText(card: HomeCard, locale: Locale): string {
  const isLand = card.homeType === 'land';
  const area = isLand ? card.lotSizeSquareFeet : card.livingArea;
  const number = (value: number, digits = 0) => formatNumber(locale, value, digits);
  return [
    isLand || card.bedroomsTotal === null
      ? ''
      : card.bedroomsTotal === 0
        ? formatMessage(locale, 'card.studio')
        : formatMessage(locale, 'card.beds', { beds: number(card.bedroomsTotal) }),
    isLand || card.bathroomsTotalDecimal === null
      ? ''
      : formatMessage(locale, 'card.baths', { baths: number(card.bathroomsTotalDecimal, 2) }),
    area === null
      ? ''
      : formatMessage(locale, 'fact.area_value', {
          sqft: number(area),
          meters: number(toSquareMeters(area)),
          pyeong: number(toPyeong(area)),
        }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The card already omits what its seller withholds. */
function homeAddressText(card: HomeCard, city: string | null, locale: Locale): string {
  const street = card.addressWithheld ? formatMessage(locale, 'card.address_withheld') : formatStreet(card);
  const region = [card.stateOrProvince, card.postalCode].filter(Boolean).join(' ');
  return [street, city ?? card.city, region].filter(Boolean).join(', ');
}
