import { type Locale, parseLocale } from '@maru/words';

/** The supported language with the highest weight in `Accept-Language`; undefined when there is none. */
export function preferredLocale(header: string | undefined): Locale | undefined {
  const wished = (header ?? '')
    .split(',')
    .map((part, order) => {
      const [tag, ...options] = part.trim().split(';');
      const weight = Number(
        options
          .find((option) => option.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { locale: parseLocale(tag), weight: Number.isFinite(weight) ? weight : 0, order };
    })
    .filter((wish) => wish.locale !== undefined && wish.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.order - b.order);
  return wished[0]?.locale;
}
