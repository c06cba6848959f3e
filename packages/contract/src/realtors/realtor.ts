import { SPECIALTIES, VERIFICATIONS } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { ADMINS, OWNER_OR_ADMIN, PUBLIC_OR_OWN } from '../api/access.ts';
import { del, get, patch, post, put, type Route } from '../api/route.ts';
import {
  CLOSED,
  closed,
  Email,
  fields,
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

/** A profile. Names are never translated: `nameKo` is the realtor's own spelling. */
export const RealtorBody = closed({
  name: line(100),
  nameKo: Type.Optional(orNull(line(100))),
  /** With leading zeros; California: eight digits. */
  licenseNumber: License,
  licenseState: Type.Optional(StateCode),
  brokerName: line(150),
  officeName: Type.Optional(orNull(line(150))),
  /** Address for contacts; default: the account's. Not public. */
  email: Type.Optional(Email),
  phone: Type.Optional(orNull(Phone)),
  bioEn: Type.Optional(orNull(prose(4_000))),
  bioKo: Type.Optional(orNull(prose(4_000))),
  languages: Type.Optional(Languages),
  places: Type.Optional(Places),
  specialties: Type.Optional(Specialties),
  /** A daily email while contacts are unanswered; default true. */
  dailySummary: Type.Optional(Type.Boolean()),
  /** Of `requestUpload`, after the upload; null removes the picture. */
  uploadId: Type.Optional(orNull(Id)),
});
export type RealtorBody = Static<typeof RealtorBody>;

/** A merge patch (RFC 7396). A changed name (in either language), license or broker must be verified again. */
export const RealtorEdit = Type.Partial(RealtorBody, CLOSED);
export type RealtorEdit = Static<typeof RealtorEdit>;

export const RealtorAnswer = Type.Object({
  realtorId: Type.String(),
  name: Type.String(),
  nameKo: textOrNull,
  licenseNumber: Type.String(),
  licenseState: Type.String(),
  licenseUrl: textOrNull,
  brokerName: Type.String(),
  officeName: textOrNull,
  /** Visible to owner and admins only; visitors use the form. */
  ...fields(textOrNull, 'email', 'phone', 'bioEn', 'bioKo'),
  languages: Type.Array(Type.String()),
  places: Type.Array(PlaceLink),
  specialties: Type.Array(Type.Enum(SPECIALTIES)),
  /** URL on this site; valid for an hour while the profile is not public. */
  picture: textOrNull,
  dailySummary: orNull(Type.Boolean()),
  verification: Type.Enum(VERIFICATIONS),
  verifiedAt: textOrNull,
  /** Reason of a refusal; visible to owner and admins only. */
  verificationNote: textOrNull,
  createdAt: Type.String(),
  updatedAt: Type.String(),
  version: Type.Integer(),
});
export type RealtorAnswer = Static<typeof RealtorAnswer>;

export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
/** Bytes. */
export const MAX_UPLOAD = 10 * 1024 * 1024;

export const realtorCalls = {
  createRealtor: {
    ...post('/maru/v1/realtor', { anonymous: 'no', user: 'one', realtor: 'one', admin: 'yes' }, 'realtor'),
    summary: 'Creates the caller’s profile, public after an admin verifies the license; 409 when one exists',
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
    summary: 'A signed URL for the upload of one picture of that type and size by PUT, valid for ten minutes',
    query: Type.Object({
      type: Type.Enum(UPLOAD_TYPES),
      size: Type.Integer({ minimum: 1, maximum: MAX_UPLOAD, description: 'bytes, exactly' }),
    }),
    response: Type.Object({
      uploadId: Type.String(),
      method: Type.Literal('PUT'),
      url: Type.String(),
      /** Signed; send unchanged. */
      headers: Type.Record(Type.String(), Type.String()),
      expiresAt: Type.String(),
    }),
  },

  findRealtor: {
    ...get('/maru/v1/realtor/:id', PUBLIC_OR_OWN, 'realtor'),
    summary: 'A verified profile; 404 for an unverified one, except for its owner and admins',
    errors: ['realtor_not_found'],
    params: IdParams,
    response: RealtorAnswer,
  },

  updateRealtor: {
    ...patch('/maru/v1/realtor/:id', OWNER_OR_ADMIN, 'realtor'),
    summary: 'Changes a profile (merge patch); its license at most 3 times a day, else 429',
    errors: ['realtor_not_found', 'upload_not_found', 'precondition_failed'],
    params: IdParams,
    body: RealtorEdit,
    response: RealtorAnswer,
  },

  deleteRealtor: {
    ...del('/maru/v1/realtor/:id', OWNER_OR_ADMIN, 'realtor'),
    summary: 'Deletes a profile with its picture and videos; senders keep their contacts',
    errors: ['realtor_not_found', 'precondition_failed'],
    params: IdParams,
    status: 204,
    response: Type.Null(),
  },

  verifyRealtor: {
    ...put('/maru/v1/admin/realtor/:id/verification', ADMINS, 'admin'),
    summary: 'Verifies or refuses the license, which makes the profile public or not',
    errors: ['realtor_not_found', 'precondition_failed'],
    params: IdParams,
    body: closed({ verification: Type.Enum(VERIFICATIONS), note: Type.Optional(orNull(prose(1_000))) }),
    response: RealtorAnswer,
  },
} as const satisfies Record<string, Route>;
