import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';

export type { CompiledMessage };

export type MessageValues = Readonly<Record<string, string | number>>;

const kept = new Map<string, Intl.NumberFormat | Intl.PluralRules>();
function once<T extends Intl.NumberFormat | Intl.PluralRules>(key: string, make: () => T): T {
  const one = (kept.get(key) as T | undefined) ?? make();
  kept.set(key, one);
  return one;
}

/** Cached per language: creation takes longer than formatting a hundred messages. */
const options: FormatOptions = {
  formats: { number: { integer: { maximumFractionDigits: 0 }, percent: { style: 'percent' } } },
  formatters: {
    getNumberFormat: (language, style) =>
      once(`n${language}${JSON.stringify(style)}`, () => new Intl.NumberFormat(language, style)),
    getPluralRules: (language, style) =>
      once(`p${language}${style?.type}`, () => new Intl.PluralRules(language, style)),
    getDateTimeFormat: (language, style) => new Intl.DateTimeFormat(language, style),
  },
};

/** Throws for missing values, which the library would print as "undefined". */
const everyValue: ProxyHandler<MessageValues> = {
  get: (values, name) => {
    if (!Object.hasOwn(values, name)) throw new Error(`there is no value for {${String(name)}}`);
    return values[name as string];
  },
};

/** @throws when a value is missing or has the wrong type */
export function formatCompiled(
  message: CompiledMessage,
  language: string,
  values: MessageValues = {},
): string {
  if (typeof message === 'string') return message;
  return String(format<string>(message, language, new Proxy(values, everyValue), options));
}
