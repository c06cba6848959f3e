import { SPECIALTIES, VERIFICATIONS } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { ADMINS, OWNER_OR_ADMIN, PUBLIC_OR_OWN } from '../api/access.ts';
import { del, get, patch, post, put, type Route } from '../api/route.ts';
import {
  CLOSED,
  closed,
  Email,
  Id,
  IdParams,
  Languages,
  line,
  orNull,
  Page,
  Phone,
  Places,
  paged,
  prose,
  Specialties,
  textOrNull,
} from '../api/schemas.ts';
import { PlaceLink } from '../homes/home.ts';

const StateCode = Type.String({ pattern: '^[A-Z]{2}$' });
const License = line(40);

/** What one says of oneself. Names are never translated: `nameKo` is how the realtor writes it in Korean. */
export const RealtorBody = closed({
  name: line(100),
  nameKo: Type.Optional(orNull(line(100))),
  /** Kept with its leading zeros; California's have eight digits. */
  licenseNumber: License,
  licenseState: Type.Optional(StateCode),
  brokerName: line(150),
  officeName: Type.Optional(orNull(line(150))),
  /** Where contacts go; the account's own when absent. Not public. */
  email: Type.Optional(Email),
  phone: Type.Optional(orNull(Phone)),
  bioEn: Type.Optional(orNull(prose(4_000))),
  bioKo: Type.Optional(orNull(prose(4_000))),
  languages: Type.Optional(Languages),
  places: Type.Optional(Places),
  specialties: Type.Optional(Specialties),
  /** A letter a day while somebody waits for an answer; on when absent. */
  dailySummary: Type.Optional(Type.Boolean()),
  /** Of `requestUpload`, after the picture was sent there; null takes the picture away. */
  uploadId: Type.Optional(orNull(Id)),
});
export type RealtorBody = Static<typeof RealtorBody>;

/** A merge patch (RFC 7396) of it: absent stays, null removes. Another name (in either language), licence or broker has to be verified again. */
export const RealtorEdit = Type.Partial(RealtorBody, CLOSED);
export type RealtorEdit = Static<typeof RealtorEdit>;

export const RealtorAnswer = Type.Object({
  realtorId: Type.String(),
  name: Type.String(),
  nameKo: textOrNull,
  licenseNumber: Type.String(),
  licenseState: Type.String(),
  /** Where anybody may look the licence up; null where we know no such page. */
  licenseUrl: textOrNull,
  brokerName: Type.String(),
  officeName: textOrNull,
  /** Null but for its owner and admins: visitors write by the form. */
  email: textOrNull,
  phone: textOrNull,
  bioEn: textOrNull,
  bioKo: textOrNull,
  languages: Type.Array(Type.String()),
  places: Type.Array(PlaceLink),
  specialties: Type.Array(Type.Enum(SPECIALTIES)),
  /** Its address on this site; good for an hour while the profile is not public. */
  picture: textOrNull,
  /** Null but for its owner and admins. */
  dailySummary: orNull(Type.Boolean()),
  verification: Type.Enum(VERIFICATIONS),
  verifiedAt: textOrNull,
  /** Why the licence was refused: for its owner and admins. */
  verificationNote: textOrNull,
  createdAt: Type.String(),
  updatedAt: Type.String(),
  /** Counts its changes: what `If-Match` asks for. */
  version: Type.Integer(),
});
export type RealtorAnswer = Static<typeof RealtorAnswer>;

export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
/** Bytes. */
export const MAX_UPLOAD = 10 * 1024 * 1024;

export const realtorCalls = {
  createRealtor: {
    ...post('/maru/v1/realtor', { anonymous: 'no', user: 'one', realtor: 'one', admin: 'yes' }, 'realtor'),
    summary: 'One’s own profile, public once an admin has verified the licence; 409 when there is one',
    status: 201,
    errors: ['already_exists', 'upload_not_found', 'idempotency_key_reused'],
    body: RealtorBody,
    response: RealtorAnswer,
  },

  listRealtors: {
    ...get(
      '/maru/v1/realtor',
      { anonymous: 'no', user: 'public', realtor: 'public', admin: 'yes' },
      'realtor',
    ),
    summary: 'Verified profiles, newest first; for admins all',
    limit: 'list',
    query: Type.Object({
      verification: Type.Optional(
        Type.Enum(VERIFICATIONS, { description: 'admins only; others get verified ones' }),
      ),
      mine: Type.Optional(Type.Boolean({ description: 'the caller’s own, verified or not' })),
      ...Page,
    }),
    response: paged(RealtorAnswer),
  },

  requestUpload: {
    ...get('/maru/v1/realtor/upload-url', OWNER_OR_ADMIN, 'realtor'),
    summary: 'A signed address that takes one picture of that type and size by PUT for ten minutes',
    query: Type.Object({
      type: Type.Enum(UPLOAD_TYPES),
      size: Type.Integer({ minimum: 1, maximum: MAX_UPLOAD, description: 'bytes, exactly' }),
    }),
    response: Type.Object({
      /** To be given to the profile once the picture is there. */
      uploadId: Type.String(),
      method: Type.Literal('PUT'),
      url: Type.String(),
      /** To be sent as they are: they are in the signature. */
      headers: Type.Record(Type.String(), Type.String()),
      expiresAt: Type.String(),
    }),
  },

  findRealtor: {
    ...get('/maru/v1/realtor/:id', PUBLIC_OR_OWN, 'realtor'),
    summary: 'A verified profile; one that is not is 404 to all but its owner and admins',
    errors: ['realtor_not_found'],
    params: IdParams,
    response: RealtorAnswer,
  },

  updateRealtor: {
    ...patch('/maru/v1/realtor/:id', OWNER_OR_ADMIN, 'realtor'),
    summary: 'Changes one’s own profile (merge patch); its licence 3 times a day, else 429',
    errors: ['realtor_not_found', 'upload_not_found', 'precondition_failed'],
    params: IdParams,
    body: RealtorEdit,
    response: RealtorAnswer,
  },

  deleteRealtor: {
    ...del('/maru/v1/realtor/:id', OWNER_OR_ADMIN, 'realtor'),
    summary: 'Deletes one’s own profile with its picture and videos; contacts stay with who sent them',
    errors: ['realtor_not_found', 'precondition_failed'],
    params: IdParams,
    status: 204,
    response: Type.Null(),
  },

  verifyRealtor: {
    ...put('/maru/v1/admin/realtor/:id/verification', ADMINS, 'admin'),
    summary: 'Says that the licence was checked, or refuses it: nothing else makes a profile public',
    errors: ['realtor_not_found', 'precondition_failed'],
    params: IdParams,
    body: closed({ verification: Type.Enum(VERIFICATIONS), note: Type.Optional(orNull(prose(1_000))) }),
    response: RealtorAnswer,
  },
} as const satisfies Record<string, Route>;
