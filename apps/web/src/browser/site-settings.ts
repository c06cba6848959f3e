import type { SignInProvider } from '@maru/listing/people';

/** What the server's settings mean for the browser. It travels as data in the document, so that no inline script needs it. */
export interface SiteSettings {
  /** PROPERTY_API_URL and COMMON_API_URL as they are set: one address, or one by host; empty: the page's own origin. */
  propertyApiUrl: string;
  commonApiUrl: string;
  /** Sign-in providers that are set up, in the order of the buttons. */
  providers: readonly SignInProvider[];
  /** Whether One Tap may be offered. */
  oneTap: boolean;
  /** What a loan costs, percent a year, and of which day that is; none is set otherwise. */
  mortgageRate?: { percent: number; asOf: string };
  /** Won for a dollar, of which day; a sample in trial mode. */
  wonRate?: { won: number; asOf: string; isSample: boolean };
  googleMaps?: { key: string; scriptUrl: string };
  /** A public icon service that stands in for ours. */
  iconFallbackUrl?: string;
  /** Remarks may be had in Korean, by a machine. */
  canTranslate?: true;
  /** Services of third parties that the owner uses: none is loaded before somebody agrees. */
  thirdParties?: {
    analytics?: { id: string; scriptUrl: string };
    tagManager?: { id: string; scriptUrl: string };
    errorTracking?: { url: string; key: string };
    /** Experiments run; who is in which the server says. */
    experiments?: true;
  };
  /** Links may be passed on by KakaoTalk. */
  kakaoShare?: { key: string; scriptUrl: string };
  /** What the owner wants everybody to know today, in the page's language. */
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

/** From the document's `data-site`, which our own server wrote; nothing is set where it is missing. */
export function parseSiteSettings(text = '{}'): SiteSettings {
  return { ...NO_SETTINGS, ...(JSON.parse(text) as Partial<SiteSettings>) };
}
