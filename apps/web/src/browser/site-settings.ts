import type { SignInProvider } from '@maru/listing/people';

/** The server's settings for the browser, as data in the document. */
export interface SiteSettings {
  /** PROPERTY_API_URL and COMMON_API_URL as set: one address, or one by host; empty for the page's own origin. */
  propertyApiUrl: string;
  commonApiUrl: string;
  /** Configured sign-in providers, in the order of the buttons. */
  providers: readonly SignInProvider[];
  /** Whether One Tap may be offered. */
  oneTap: boolean;
  /** Interest of a loan, percent a year, and its date. */
  mortgageRate?: { percent: number; asOf: string };
  /** Won per dollar and its date; a sample in trial mode. */
  wonRate?: { won: number; asOf: string; isSample: boolean };
  googleMaps?: { key: string; scriptUrl: string };
  /** A public icon service, used if ours fails. */
  iconFallbackUrl?: string;
  /** Machine translation of remarks to Korean is available. */
  canTranslate?: true;
  /** Third-party services; loaded only with the visitor's consent. */
  thirdParties?: {
    analytics?: { id: string; scriptUrl: string };
    tagManager?: { id: string; scriptUrl: string };
    errorTracking?: { url: string; key: string };
    /** Experiments are running; the server assigns visitors. */
    experiments?: true;
  };
  kakaoShare?: { key: string; scriptUrl: string };
  /** The owner's announcement, in the page's language. */
  announcement?: {
    id: string;
    tone: 'info' | 'warn';
    text: string;
    path: string | null;
    isDismissible: boolean;
  };
}

export const NO_SETTINGS: SiteSettings = {
  propertyApiUrl: '',
  commonApiUrl: '',
  providers: [],
  oneTap: false,
};

/** Parses the document's `data-site`, which our server has written. */
export function parseSiteSettings(text = '{}'): SiteSettings {
  return { ...NO_SETTINGS, ...(JSON.parse(text) as Partial<SiteSettings>) };
}
