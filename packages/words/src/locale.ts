/** As in URLs and the locale cookie. */
export const LOCALES = ['en', 'ko'] as const;
export type Locale = (typeof LOCALES)[number];

export const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en-US', ko: 'ko-KR' };

/** 365 days, path /, same-site lax (rule S9.1). */
export const LOCALE_COOKIE = 'i18n_redirected';

/** `en`, `ko`, `en-US`, `ko-KR` in any case; undefined for anything else. */
export function parseLocale(text: string | null | undefined): Locale | undefined {
  const language = text?.trim().toLowerCase().split('-')[0];
  return LOCALES.find((locale) => locale === language);
}

/** `/ko` and `/ko/…` are Korean, `/koreatown` is not. */
export function localeOfPath(pathname: string): Locale {
  return /^\/ko(?=\/|$)/.test(pathname) ? 'ko' : 'en';
}

/** `/` → `/ko`, `/sell` → `/ko/sell` */
export function localePath(locale: Locale, path: string): string {
  if (locale === 'en') return path;
  return path === '/' || path.startsWith('/?') ? `/ko${path.slice(1)}` : `/ko${path}`;
}

export function barePath(pathname: string): string {
  return pathname.replace(/^\/ko(?=\/|$)/, '') || '/';
}
