import type { ProviderName } from './provider-shape.ts';

/** What stands in sign-in-service.json: the two stand-ins, and how a site reaches them. */
export interface SignInServiceFile {
  pid: number;
  providers: Record<ProviderName, { issuer: string; port: number; clientId: string; clientSecret: string }>;
  /** Stand-in of Google's identity script. */
  scriptUrl: string;
  /** Stand-in of Kakao's script by which links are passed on. */
  shareScriptUrl: string;
  adminEmail: string;
}

/** The settings of a site that signs people in with them. */
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
