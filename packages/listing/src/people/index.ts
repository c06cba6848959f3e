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
  MODERATION_STATES,
  mayEditRealtor,
  normalizeLicense,
  parseLanguages,
  RECIPIENT_ROLES,
  REVIEW_KINDS,
  type RecipientRole,
  type ReviewKind,
  SPECIALTIES,
  type Specialty,
  VERIFICATIONS,
  type Verification,
  VIDEO_STATES,
} from './realtor.ts';
export {
  MAX_ON_SHORTLIST,
  mergeVotes,
  nextVoteTime,
  type ShortlistVote,
  VOTES,
  type Vote,
} from './shortlist.ts';
