import { AGENT_LANGUAGES, RECIPIENT_ROLES, SPECIALTIES } from '@maru/listing/people';
import Type, { type Static, type TSchema } from 'typebox';

/** For request bodies: unknown members are errors. */
export const CLOSED = { additionalProperties: false } as const;
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** One line of text, without line breaks and other control characters: it may become an email header. */
export const LINE = '^[^\\u0000-\\u001f\\u007f\\u0085\\u2028\\u2029]*$';
/** With at least one character that is not blank. */
const FILLED_LINE = `^(?=.*\\S)${LINE.slice(1)}`;
export const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: FILLED_LINE });
/** Text of several lines, not blank. */
export const prose = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/**
 * An e-mail address that mail servers everywhere take: ASCII, no quoted local part, a domain of two labels or more.
 * Stored in lower case.
 */
export const Email = Type.String({
  maxLength: 254,
  pattern:
    "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$",
});

/** In the notation of any country, parsed by libphonenumber; without a country code, a US number. */
export const Phone = Type.String({ minLength: 3, maxLength: 40, pattern: LINE });
export const LocaleField = Type.Enum(['en', 'ko']);
/** The slug of a place, which is also its id. */
export const Slug = Type.String({ minLength: 2, maxLength: 100, pattern: '^[a-z0-9][a-z0-9-]*$' });
export const Languages = Type.Array(Type.Enum(AGENT_LANGUAGES), { maxItems: 10, uniqueItems: true });
export const Specialties = Type.Array(Type.Enum(SPECIALTIES), { maxItems: 14, uniqueItems: true });
export const Places = Type.Array(Slug, { maxItems: 20, uniqueItems: true });
export const IdParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) });
export const Page = {
  cursor: Type.Optional(
    Type.String({
      maxLength: 400,
      description: 'the `next` of the page before; another question, another cursor',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'items a page; default 20' })),
};

/** Who will answer, as every form and email must show it (rules R17, R39). */
export const Answerer = Type.Object({
  /** Returned with the contact: 409 when somebody else would answer by then. */
  recipientId: Type.String(),
  role: Type.Enum(RECIPIENT_ROLES),
  /** As the license has it. */
  name: Type.String(),
  /** As the profile has it, for Korean readers; null where there is none, and on what was sent already. */
  nameKo: textOrNull,
  /** Eight digits in California, leading zeros kept. */
  licenseNumber: textOrNull,
  /** Two letters, of the register that has it; null where we do not know it. */
  licenseState: textOrNull,
  /** The responsible broker or the office. */
  brokerName: textOrNull,
  /** Has no account here: gets the contact by e-mail alone, so that nothing shows whether it was read. */
  byMailOnly: Type.Boolean(),
});
export type Answerer = Static<typeof Answerer>;
