import { LANGUAGE_TAGS, LOCALE_COOKIE, LOCALES, type Locale, localePath, type MessageKey } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { AccountSlot } from '../account/account-slot.tsx';
import { keepScroll } from '../browser/keep-scroll.ts';
import { useWords } from '../i18n/words.tsx';
import { isOptedOut } from '../privacy/opt-out.ts';
import { SiteLink } from '../ui/site-link.tsx';
import type { Layout } from './page-module.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** The header: name, sections, language, account. */
export function SiteHeader({ layout }: { layout: Layout }) {
  const { t } = useWords();
  const wide = layout === 'list-page-layout';
  return (
    <header className="border-line border-b bg-surface print:hidden" data-layout={layout}>
      <div
        className={`mx-auto flex min-h-14 flex-wrap items-center gap-x-2 px-4 md:px-6 ${wide ? '' : 'max-w-[1360px]'}`}
      >
        <Wordmark />
        <nav aria-label={t('site.sections')} className="ml-2 flex max-[359px]:ml-0 md:ml-6">
          <SiteLink path="/homes/for_sale" className={NAV}>
            {t('nav.buy')}
          </SiteLink>
          <SiteLink path="/homes/for_rent" className={NAV}>
            {t('nav.rent')}
          </SiteLink>
          <SiteLink path="/sell" className={`${NAV} max-sm:hidden`}>
            {t('nav.sell')}
          </SiteLink>
          <SiteLink path="/_maru_agent" className={`${NAV} max-sm:hidden`}>
            {t('nav.agents')}
          </SiteLink>
        </nav>
        <div className="ml-auto flex items-center sm:gap-1">
          <LanguageSwitch />
          <AccountSlot />
        </div>
      </div>
    </header>
  );
}

/** The header of pages with the layout `none`, with content of their own. */
export function PageBar({
  width = 'page',
  children,
}: {
  /** That of the page below. */
  width?: 'page' | 'narrow' | 'full';
  children?: ReactNode;
}) {
  return (
    <header className="group/bar border-line border-b bg-surface print:hidden">
      <div
        className={`mx-auto flex min-h-16 items-center gap-3 px-4 py-2 md:gap-6 md:px-6 ${BAR_WIDTHS[width]}`}
      >
        {/* On a phone, a focused field takes the whole line. */}
        <div className="max-md:group-has-[input:focus]/bar:hidden">
          <Wordmark short />
        </div>
        <div className="min-w-0 flex-1 md:max-w-[560px]">{children}</div>
        <div className="ml-auto flex items-center max-md:group-has-[input:focus]/bar:hidden sm:gap-1">
          <LanguageSwitch />
          <AccountSlot />
        </div>
      </div>
    </header>
  );
}

const BAR_WIDTHS = { page: 'max-w-[1360px]', narrow: 'max-w-[1248px]', full: '' };

/** The footer of every page: what the law and the sources of our data require. `children` are above it. */
export function LegalFoot({ children }: { children?: ReactNode }) {
  const { t } = useWords();
  return (
    <footer className="mt-12 border-line border-t bg-sunken">
      <div className="mx-auto max-w-[1360px] space-y-4 px-4 py-8 text-quiet text-sm md:px-6">
        {children}
        <FootLinks label={t('site.sections_foot')} links={SECTION_LINKS} className="font-medium text-text" />
        <FootLinks label={t('legal.nav')} links={LEGAL_LINKS} />
        <div className="flex items-start gap-4">
          <EqualHousingMark title={t('legal.eho_title')} />
          <p className="max-w-[72ch]">{t('legal.eho')}</p>
        </div>
        <p>{t('legal.places')}</p>
        <OptOutLine />
      </div>
    </footer>
  );
}

function FootLinks({
  label,
  links,
  className = '',
}: {
  label: string;
  links: readonly (readonly [path: string, key: MessageKey])[];
  className?: string;
}) {
  const { t } = useWords();
  return (
    <nav aria-label={label}>
      <ul className={`flex flex-wrap gap-x-6 ${className}`}>
        {links.map(([path, key]) => (
          <li key={path}>
            <SiteLink
              path={path}
              className="inline-flex min-h-11 min-w-6 items-center underline-offset-4 hover:underline"
            >
              {t(key)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Only in a browser that sends the signal: the server renders the same page for everybody. */
function OptOutLine() {
  const { t } = useWords();
  const isHonored = useSyncExternalStore(never, isOptedOut, no);
  return isHonored ? <p className="font-semibold text-text">{t('privacy.signal')}</p> : null;
}
const never = () => () => undefined;
const no = () => false;

/** In the footer too: the header of a phone has only two of them, and a page's own bar none. */
const SECTION_LINKS = [
  ['/homes/for_sale', 'nav.buy'],
  ['/homes/for_rent', 'nav.rent'],
  ['/sell', 'nav.sell'],
  ['/_maru_agent', 'nav.agents'],
  ['/renter-kit', 'kit.title'],
  ['/guide', 'guide.title'],
] as const;

const LEGAL_LINKS = [
  ['/privacy-policy', 'legal.privacy'],
  ['/terms-of-use', 'legal.terms'],
  ['/privacy-choices', 'privacy.title'],
  ['/accessibility', 'legal.accessibility'],
  ['/licenses', 'legal.licenses'],
] as const;

const NAV =
  'inline-flex min-h-11 items-center rounded-field px-3 font-medium whitespace-nowrap hover:bg-sunken hover:text-primary-text max-[359px]:px-2';

function Wordmark({ short = false }: { short?: boolean }) {
  const { t } = useWords();
  return (
    <SiteLink path="/" className="flex min-h-11 shrink-0 items-center gap-2 rounded-field font-bold text-lg">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <rect width="28" height="28" rx="7" fill="var(--primary)" />
        <path
          d="M5 9.5h11M19 9.5h4M5 14h4M12 14h11M5 18.5h11M19 18.5h4"
          stroke="var(--on-primary)"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span className={short ? 'whitespace-nowrap max-md:sr-only' : 'whitespace-nowrap'}>
        <span lang="ko">{t('brand.hangul')}</span>{' '}
        <span className="font-semibold text-quiet max-sm:sr-only">{t('brand.latin')}</span>
      </span>
      <span className="sr-only">, {t('site.home')}</span>
    </SiteLink>
  );
}

/**
 * Links to the page in both languages, on a phone to the other one only. Path, filters and scroll position stay. The choice is stored
 * in the locale cookie, which the server reads at `/` (rule S9.1): by this script, else by the server, for the query of the rendered link.
 */
function LanguageSwitch() {
  const { t, locale } = useWords();
  const address = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  return (
    <nav aria-label={t('language.switch')} className="flex">
      {LOCALES.map((one) => (
        <a
          key={one}
          href={localePath(one, encodedPath(address, one === locale ? undefined : one))}
          rel={one === locale ? undefined : 'nofollow'}
          hrefLang={LANGUAGE_TAGS[one]}
          lang={LANGUAGE_TAGS[one]}
          aria-current={one === locale ? 'true' : undefined}
          className={`inline-flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap rounded-field px-2 text-sm hover:text-primary-text ${
            one === locale ? 'font-semibold text-text max-sm:hidden' : 'text-quiet'
          }`}
          onClick={(event) => {
            rememberLocale(one);
            keepScroll();
            // The part after # never reaches the server, so the rendered link cannot have it.
            event.currentTarget.href = localePath(one, encodedPath(address)) + location.hash;
          }}
        >
          {t(one === 'en' ? 'language.en' : 'language.ko')}
        </a>
      ))}
    </nav>
  );
}

function rememberLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

/** The router's pathname is decoded; an address is not. */
function encodedPath(address: string, choice?: Locale): string {
  const { pathname, search } = new URL(address, 'http://localhost');
  return choice === undefined
    ? pathname + search
    : `${pathname}${search === '' ? '?' : `${search}&`}${LOCALE_COOKIE}=${choice}`;
}

/** HUD's mark: a house over an equals sign. */
function EqualHousingMark({ title }: { title: string }) {
  return (
    <svg width="40" height="40" viewBox="0 0 40 40" role="img" className="shrink-0">
      <title>{title}</title>
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M20 3 2.5 14v6H6v16h28V20h3.5v-6L20 3Zm0 5.5 10 6.3V32H10V14.8L20 8.5ZM14 17.5h12v4H14v-4Zm0 7h12v4H14v-4Z"
      />
    </svg>
  );
}
