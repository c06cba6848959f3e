import type { CALLS } from './calls.ts';

/** Who asks. A realtor is who has a profile; until an admin has verified it, nobody else sees it or what belongs to it. */
const CALLER_ROLES = ['anonymous', 'user', 'realtor', 'admin'] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

/**
 * What a call does for one role. Refused is 401 for whoever is not signed in, 403 for whoever is, and 404 where already
 * that the thing exists is nobody's business.
 */
export const RULES = {
  /** For anybody, whoever asks. */
  yes: 'yes',
  no: 'no',
  /** Of what can belong to somebody, what is theirs. */
  own: 'their own',
  /** Things that are public, and their own. */
  public: 'what is public, and their own',
  /** One thing, and no second one. */
  one: 'one of their own',
  /** Taken, and shown when an admin has looked at it. */
  pending: 'waits for approval',
  /** Contacts that they have sent: read, withdraw. */
  sent: 'those they sent',
  /** Contacts that their profile has received (and that they have sent themselves). */
  received: 'those they received or sent',
  /** Themselves, and people who have written to them and let them see it. */
  contacted: 'their own, and of people who wrote to them',
} as const;
export type Rule = keyof typeof RULES;
export type Permission = Readonly<Record<CallerRole, Rule>>;

const row = (anonymous: Rule, user: Rule, realtor: Rule, admin: Rule): Permission => ({
  anonymous,
  user,
  realtor,
  admin,
});
const everybody = row('yes', 'yes', 'yes', 'yes');
const signedIn = row('no', 'own', 'own', 'own');
const adminsAlone = row('no', 'no', 'no', 'yes');
const contacts = row('no', 'sent', 'received', 'yes');
const people = row('no', 'own', 'contacted', 'yes');

/** The permission table (rule S6.1), a row for each call. */
export const PERMISSIONS: Readonly<Record<keyof typeof CALLS, Permission>> = {
  ping: everybody,
  listHomes: everybody,
  findHome: everybody,
  findOneHome: everybody,
  suggestHomes: everybody,
  listCards: everybody,
  parseHomes: everybody,
  findPlace: everybody,
  findSurroundings: everybody,
  translateRemarks: everybody,
  reportHome: everybody,
  findReport: everybody,
  listStates: everybody,
  listStateDistricts: everybody,
  findCounty: everybody,
  findCity: everybody,
  findMarket: everybody,
  findHomeMarket: everybody,
  findSales: everybody,
  findLedger: everybody,
  listSources: everybody,
  searchBridge: everybody,
  findBridgeListing: everybody,
  searchSlipStream: everybody,
  findSlipStreamListing: everybody,
  loadTranslation: everybody,

  // Whoever has the key of a list reads it and votes; who has its owner's key, or the account it is on, changes it.
  createShortlist: everybody,
  findShortlist: everybody,
  updateShortlist: everybody,
  revokeShortlist: everybody,
  voteOnShortlist: everybody,
  listShortlists: signedIn,
  claimShortlist: signedIn,

  listAgents: everybody,
  listAgentHomes: everybody,
  prepareContact: everybody,
  contactAgent: everybody,
  createRealtorContact: everybody,
  // Whoever has the token of a receipt has sent the contact.
  findReceipt: everybody,
  withdrawReceipt: everybody,
  stopReceipt: everybody,
  listRealtorContacts: contacts,
  exportRealtorContacts: row('no', 'own', 'own', 'own'),
  countRealtorContacts: row('no', 'own', 'own', 'own'),
  findRealtorContact: contacts,
  // Their recipient alone: nobody answers in another's name.
  replyRealtorContact: row('no', 'own', 'own', 'own'),
  updateRealtorContact: contacts,
  deleteRealtorContact: contacts,

  createRealtor: row('no', 'one', 'one', 'yes'),
  listRealtors: row('no', 'public', 'public', 'yes'),
  findRealtor: row('public', 'public', 'public', 'yes'),
  updateRealtor: row('no', 'own', 'own', 'yes'),
  deleteRealtor: row('no', 'own', 'own', 'yes'),
  listAgentLinks: row('no', 'own', 'own', 'yes'),
  sendLinkCode: row('no', 'own', 'own', 'yes'),
  proveAgentLink: row('no', 'own', 'own', 'yes'),
  endAgentLink: row('no', 'own', 'own', 'yes'),
  requestUpload: row('no', 'own', 'own', 'yes'),
  listRealtorVideos: row('public', 'public', 'public', 'yes'),
  createRealtorVideo: row('pending', 'pending', 'yes', 'yes'),
  createRealtorVideos: row('pending', 'pending', 'yes', 'yes'),
  arrangeRealtorVideos: row('no', 'own', 'own', 'own'),
  updateRealtorVideo: row('no', 'own', 'own', 'yes'),
  deleteRealtorVideo: row('no', 'own', 'own', 'yes'),

  decideAgentLink: adminsAlone,
  verifyRealtor: adminsAlone,
  moderateVideo: adminsAlone,
  listReviews: adminsAlone,
  closeReview: adminsAlone,
  reopenReview: adminsAlone,
  loadAdminState: adminsAlone,
  listQuarantine: adminsAlone,
  replayQuarantine: adminsAlone,
  setDatasetVisibility: adminsAlone,
  purgeDataset: adminsAlone,
  explainHome: adminsAlone,
  listTakeDowns: adminsAlone,
  takeDownHome: adminsAlone,
  liftTakeDown: adminsAlone,
  listReports: adminsAlone,
  findUserCase: adminsAlone,
  changeRole: adminsAlone,
  endSessions: adminsAlone,
  listAudit: adminsAlone,
  listJobs: adminsAlone,
  retryJob: adminsAlone,
  listWords: adminsAlone,
  saveWord: adminsAlone,
  listWordHistory: adminsAlone,
  loadSiteSettings: adminsAlone,
  saveSitePart: adminsAlone,
  saveRate: adminsAlone,
  listCampaigns: adminsAlone,
  saveCampaign: adminsAlone,
  countVisit: everybody,
  loadExperiments: everybody,
  loadSiteContent: everybody,

  commonPing: everybody,
  startKakao: everybody,
  startGoogle: everybody,
  prepareOneTap: everybody,
  oneTap: everybody,
  // What it needs is the cookie of the browser, whoever is signed in there.
  refreshToken: everybody,
  validateToken: signedIn,
  findUser: signedIn,
  updateUser: signedIn,
  signOut: signedIn,
  listDevices: signedIn,
  endDevice: signedIn,
  exportUser: signedIn,
  requestDeletion: signedIn,
  cancelDeletion: signedIn,
  loadSaved: signedIn,
  mergeSaved: signedIn,
  saveHome: signedIn,
  removeSavedHome: signedIn,
  hideHome: signedIn,
  showHome: signedIn,
  saveSearch: signedIn,
  updateSavedSearch: signedIn,
  removeSavedSearch: signedIn,
  updateAlerts: signedIn,
  listUsers: adminsAlone,
  findUserById: people,
  findUserEmail: people,
  findUserPhone: people,
};
