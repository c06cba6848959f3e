import type { ProviderName } from './provider-shape.ts';

/** Contents of sign-in-service.json: the two providers and their addresses for a site. */
export interface SignInServiceFile {
  pid: number;
  providers: Record<ProviderName, { issuer: string; port: number; clientId: string; clientSecret: string }>;
  /** The replacement of Google's identity script. */
  scriptUrl: string;
  /** The replacement of Kakao's sharing script. */
  shareScriptUrl: string;
  adminEmail: string;
}

/** Settings of a site that uses these providers. */
export function signInSettings({
  providers,
  scriptUrl,
  shareScriptUrl,
  adminEmail,
}: SignInServiceFile): Record<string, string> {
  const { kakao, google } = providers;
  return {
    KAKAO_ISSUER: kakao.issuer,
    KAKAO_CLIENT_ID: kakao.clientId,
    KAKAO_CLIENT_SECRET: kakao.clientSecret,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_IDENTITY_SCRIPT_URL: scriptUrl,
    KAKAO_JAVASCRIPT_KEY: kakao.clientId.replace(/[^\w-]/g, ''),
    KAKAO_SHARE_SCRIPT_URL: shareScriptUrl,
    ADMIN_EMAILS: adminEmail,
  };
}
