/**
 * Method and address of what every visitor's pages read. Apart from the other calls, since these alone are in the first
 * script of a page.
 */
export const READING_CALLS = {
  listHomes: { method: 'GET', path: '/maru/v1/home/list' },
  findHome: { method: 'GET', path: '/maru/v1/home' },
  findOneHome: { method: 'GET', path: '/maru/v1/home/find-one' },
  suggestHomes: { method: 'GET', path: '/maru/v1/home/suggest' },
  listCards: { method: 'GET', path: '/maru/v1/home/cards' },
  parseHomes: { method: 'GET', path: '/maru/v1/home/parse' },
  findSurroundings: { method: 'GET', path: '/maru/v1/home/surroundings' },
  findPlace: { method: 'GET', path: '/maru/v1/home/place' },
  listStates: { method: 'GET', path: '/maru/v1/district/state' },
  listStateDistricts: { method: 'GET', path: '/maru/v1/district/state/:id/county/city' },
  findCounty: { method: 'GET', path: '/maru/v1/district/county/:id' },
  findCity: { method: 'GET', path: '/maru/v1/district/city/:id' },
  findMarket: { method: 'GET', path: '/maru/v1/district/market' },
  findHomeMarket: { method: 'GET', path: '/maru/v1/home/market' },
  findSales: { method: 'GET', path: '/maru/v1/home/sales' },
  findLedger: { method: 'GET', path: '/maru/v1/home/ledger' },
  listSources: { method: 'GET', path: '/maru/v1/source' },
  searchBridge: { method: 'GET', path: '/maru/v1/source/bridge/search' },
  findBridgeListing: { method: 'GET', path: '/maru/v1/source/bridge/:marketId' },
  searchSlipStream: { method: 'GET', path: '/maru/v1/source/slip-stream/search' },
  findSlipStreamListing: { method: 'GET', path: '/maru/v1/source/slip-stream/:marketId' },
  ping: { method: 'GET', path: '/maru/v1/ping' },
  loadTranslation: { method: 'GET', path: '/maru/v1/translation' },
  loadSiteContent: { method: 'GET', path: '/maru/v1/site/content' },
} as const;
