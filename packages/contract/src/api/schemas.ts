import { HOME_ID_PATTERN } from '@maru/listing';
import { AGENT_LANGUAGES, SPECIALTIES } from '@maru/listing/people';
import Type, { type TObjectOptions, type TProperties, type TSchema } from 'typebox';

export const CLOSED = { additionalProperties: false } as const;
/** An object of a request body: unknown members are errors. */
export const closed = <T extends TProperties>(properties: T, options?: TObjectOptions) =>
  Type.Object(properties, { ...CLOSED, ...options });
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
// Lists of types serialize several times as fast as unions of schemas.
export const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const numberOrNull = Type.Unsafe<number | null>({ type: ['number', 'null'] });
export const flagOrNull = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] });

/** Members of one schema. */
export const fields = <S extends TSchema, const Name extends string>(schema: S, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>;

/** One line of text, without line breaks and other control characters: it may become an email header. */
export const LINE = '^[^\\u0000-\\u001f\\u007f\\u0085\\u2028\\u2029]*$';
const FILLED_LINE = `^(?=.*\\S)${LINE.slice(1)}`;
export const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: FILLED_LINE });
/** Text of several lines, not blank. */
export const prose = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/** An address that all mail servers accept: ASCII, no quoted local part, a domain of two or more labels. */
export const Email = Type.String({
  maxLength: 254,
  pattern:
    "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$",
});

/** In the notation of any country, parsed by libphonenumber; without a country code, a US number. */
export const Phone = Type.String({ minLength: 3, maxLength: 40, pattern: LINE });
export const LocaleField = Type.Enum(['en', 'ko']);
export const LocaleTag = Type.Enum(['en', 'ko', 'en-US', 'ko-KR']);
export const ID = { minLength: 1, maxLength: 100 } as const;
export const Id = Type.String(ID);
export const HOME_ID = { pattern: HOME_ID_PATTERN } as const;
export const HomeId = Type.String(HOME_ID);
export const Slug = Type.String({ minLength: 2, maxLength: 100, pattern: '^[a-z0-9][a-z0-9-]*$' });
export const Languages = Type.Array(Type.Enum(AGENT_LANGUAGES), { maxItems: 10, uniqueItems: true });
export const Specialties = Type.Array(Type.Enum(SPECIALTIES), { maxItems: 14, uniqueItems: true });
export const Places = Type.Array(Slug, { maxItems: 20, uniqueItems: true });
export const IdParams = Type.Object({ id: Id });
export const Page = {
  cursor: Type.Optional(
    Type.String({
      maxLength: 400,
      description: 'the `next` of the previous page of the same query',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'items a page; default 20' })),
};
/** One page of a list; `next` is the cursor of the following page, absent on the last one. */
export const paged = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next: Type.Optional(Type.String()) });
