/** Formats of one language by `Intl`. Formatters are cached by their options: creating one costs a hundred uses. */
export interface Formats {
  formatNumber(value: number, options?: Intl.NumberFormatOptions): string;
  /** ms UTC, ISO-8601 or a Date. */
  formatDate(value: number | string | Date, options?: Intl.DateTimeFormatOptions): string;
  formatList(values: readonly string[], options?: Intl.ListFormatOptions): string;
  formatRelativeTime(
    value: number,
    unit: Intl.RelativeTimeFormatUnit,
    options?: Intl.RelativeTimeFormatOptions,
  ): string;
}

/** `language` is a BCP 47 tag. */
export function createFormats(language: string): Formats {
  const kept = new Map<string, unknown>();
  const once = <T>(kind: string, options: object, make: () => T): T => {
    const key = kind + JSON.stringify(options);
    let one = kept.get(key) as T | undefined;
    if (one === undefined) {
      one = make();
      kept.set(key, one);
    }
    return one;
  };
  return {
    formatNumber: (value, options = {}) =>
      once('n', options, () => new Intl.NumberFormat(language, options)).format(value),
    formatDate: (value, options = {}) =>
      once('d', options, () => new Intl.DateTimeFormat(language, options)).format(new Date(value)),
    formatList: (values, options = {}) =>
      once('l', options, () => new Intl.ListFormat(language, options)).format(values),
    formatRelativeTime: (value, unit, options = {}) =>
      once('r', options, () => new Intl.RelativeTimeFormat(language, options)).format(value, unit),
  };
}
