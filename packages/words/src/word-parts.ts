/**
 * Messages are sent to browsers in parts: `site` with every page, others with the pages that name them in
 * apps/web/src/boot/routes.ts. A message belongs to the part with the longest matching prefix of its key; to move a
 * message, edit this table. dev/checks/page-words.test.ts finds pages that use messages of a part they do not load.
 */
export const PREFIXES = {
  site:
    'account. agents.title announcement. brand. card. change. chart. chip. clock. commute.card_ ' +
    'commute.range compare. cost.field.problem cost.field.range cost.month cost.won credit. criterion. ' +
    'error.internal error.not_found error.offline error.screen. error.unavailable feature. ' +
    'filter.commute_to filter.down filter.monthly_note filter.monthly_rent_note filter.other ' +
    'filter.page filter.rate filter.status filter.term filter.type filter.unk front. guide.title ' +
    'hidden. kit.title language. legal. listing.instead lookup.active_under_contract lookup.canceled ' +
    'lookup.closed lookup.coming_soon lookup.delete lookup.expired lookup.hold lookup.incomplete ' +
    'lookup.pending lookup.withdrawn market.all_types market.per_pyeong market.sources_heading ' +
    'market.type my. nav. place. preview. privacy.agree privacy.decline privacy.line privacy.signal ' +
    'privacy.title save. saved.news_ saved.row_ saved.search_unnamed search. sentence.guessed sentence.not_understood ' +
    'sentence.short_ side. site. sort. source. status. transportation. type. unit.',
  /** Shared by lists of homes and home pages. */
  homes:
    'commute.add. commute.measured_to commute.person. commute.street_stays cost.field.a_month fact.area ' +
    'fact.baths fact.beds fact.days fact.dues fact.hoa fact.lot fact.maintenance fact.space_dues ' +
    'filter.commute_ listing.days map.attribution map.label map.zoom_ place_data. schools.official share.',
  search: 'empty. filter. map. pages. sentence. sheet.',
  home:
    'commute.section_note commute.title cost.month_about cost.month_least cost.note ' +
    'cost.rent_fees_unstated cost.short cost.title cost.won_hide cost.won_none cost.won_show ' +
    'cost.won_stale error.home_not_found fact.deposit fact.land_rent fact.year hazards.fire_severity. ' +
    'hazards.fire_zone hazards.note hazards.short hazards.title hazards.zone listing. ' +
    'listing.ledger_note listing.ledger_short lookup.decluttered_item_removed lookup.model_home ' +
    'lookup.other_media_modification lookup.photo. lookup.twilight_conversion lookup.virtual_ ' +
    'nearby.headline nearby.note nearby.short nearby.title open_house. report.link report.short ' +
    'schools.note schools.title',
  /** What the later parts of a home's page say (docs/decisions/0037-late-sections.md). */
  sections:
    'call. commute. fact. hazards. listing.as_reported listing.computed listing.doubtful ' +
    'listing.faces_note listing.facts_source listing.group. listing.is listing.ledger_ listing.no ' +
    'listing.pyeong_note listing.refused listing.remarks_original listing.rest_note ' +
    'listing.schools_note listing.similar listing.tax_ listing.unit_choice listing.where_ listing.yes remarks. report.open schools.',
  /** Feed values, except sale statuses (shown on every card) and photo labels. */
  facts: 'field. lookup.',
  cost: 'cost.',
  sales: 'nearby. sales.',
  market: 'market.',
  /** Errors of forms. */
  form: 'profile.check reason.',
  /** Contact forms and people. */
  people:
    'agents.ask_other agents.languages agents.message agents.panel agents.response_ consent. contact. ' +
    'fact.area_value fact.year_value inbox.all inbox.filter inbox.more inbox.state. inbox.withdrawn_row ' +
    'listing.address_unknown listing.confirmed_ listing.not_confirmed_since listing.not_stated ' +
    'listing.price_cut listing.price_raised mail.label.consents mail.label.email ' +
    'mail.label.from mail.label.home mail.label.language mail.label.phone mail.label.slots mail.role. ' +
    'profile.failed profile.phone profile.save profile.saving profile.unchanged ' +
    'receipt.consent_ receipt.not_yet report.about spoken. video.',
  agents: 'agents. specialty.',
  corrected: 'corrected.',
  receipt: 'receipt.',
  report: 'report.',
  shortlist: 'error.shortlist_not_found shortlist.',
  account: 'alerts. data. devices. profile. saved. seen. sent.',
  login: 'login.',
  sell: 'sell.',
  guide: 'guide.',
  renting: 'kit. lease.',
  privacy: 'privacy. privacy.signal_',
  realtor: 'inbox.not_realtor_ inbox.sign_in_ numbers. realtor. videos.',
  inbox: 'inbox. mail.language. reply.',
  admin: 'admin.',
  /** Emails, files, API errors: never sent. */
  server:
    'account.consent. csv. error. mail. mail.label. open_house.changes open_house.hosted ' +
    'open_house.summary open_house.where_withheld unsubscribe.',
};
export type WordPart = keyof typeof PREFIXES;
export const WORD_PARTS = Object.keys(PREFIXES) as WordPart[];

const PART_BY_PREFIX = new Map(
  WORD_PARTS.flatMap((part) => PREFIXES[part].split(' ').map((prefix) => [prefix, part] as const)),
);

/** The part of a message. Throws when no prefix matches. */
export function findWordPart(key: string): WordPart {
  for (let end = key.length; end > 0; end -= 1) {
    const part = PART_BY_PREFIX.get(key.slice(0, end));
    if (part !== undefined) return part;
  }
  throw new Error(`word-parts.ts has no prefix of the message ${key}`);
}

export function wordsOfParts<Message>(
  messages: Readonly<Record<string, Message>>,
  parts: readonly WordPart[],
): Record<string, Message> {
  return Object.fromEntries(Object.entries(messages).filter(([key]) => parts.includes(findWordPart(key))));
}
