export {
  ALERT_FREQUENCIES,
  type AlertFrequency,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
  USER_ROLES,
  type UserRole,
} from './account.ts';
export { AUDIT_ACTIONS, type AuditAction } from './audit-actions.ts';
export { licensePage, licenseRegister } from './license-register.ts';
export {
  AGENT_LANGUAGES,
  type AgentLanguage,
  CONSENT_KINDS,
  CONTACT_STATES,
  type ConsentKind,
  type ContactState,
  mayEditRealtor,
  normalizeLicense,
  parseLanguages,
  RECIPIENT_ROLES,
  type RecipientRole,
  SPECIALTIES,
  type Specialty,
  VERIFICATIONS,
  type Verification,
} from './realtor.ts';
export {
  MOST_ON_SHORTLIST,
  mergeVotes,
  nextVoteTime,
  type ShortlistVote,
  VOTES,
  type Vote,
} from './shortlist.ts';
