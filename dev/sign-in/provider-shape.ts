import type { Person } from './people.ts';

export type ProviderName = 'kakao' | 'google';
type Claims = Record<string, string | number | boolean>;

/** A provider's endpoints, scopes and claims. */
export interface ProviderShape {
  title: string;
  clientId: string;
  routes: Record<'authorization' | 'token' | 'userinfo' | 'jwks', string>;
  /** The claims of each scope. */
  claims: Record<string, string[]>;
  formatSubject(person: Person): string;
  /** `id_token` and `userinfo` differ. */
  buildClaims(person: Person, use: string): Claims;
}

/**
 * The providers' interfaces, according to https://developers.kakao.com/docs/latest/en/kakaologin/common (OpenID
 * Connect) and https://developers.google.com/identity/openid-connect/openid-connect.
 */
export const SHAPES: Record<ProviderName, ProviderShape> = {
  kakao: {
    title: 'Kakao',
    // Form of an app's REST API key.
    clientId: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      userinfo: '/v1/oidc/userinfo',
      jwks: '/.well-known/jwks.json',
    },
    claims: {
      openid: ['sub'],
      profile_nickname: ['nickname'],
      profile_image: ['picture'],
      account_email: ['email', 'email_verified'],
    },
    formatSubject: (person) => person.kakao,
    buildClaims: (person, use) => ({
      nickname: person.name,
      ...(person.email === null ? {} : { email: person.email }),
      // Kakao states only in its user info whether the email address is verified.
      ...(person.email === null || use === 'id_token' ? {} : { email_verified: person.emailVerified }),
    }),
  },
  google: {
    title: 'Google',
    clientId: '407408718192-maru.apps.googleusercontent.com',
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      userinfo: '/v1/userinfo',
      jwks: '/oauth2/v3/certs',
    },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'locale', 'picture'],
    },
    formatSubject: (person) => person.google,
    buildClaims: (person) => ({
      name: person.name,
      given_name: person.givenName,
      family_name: person.familyName,
      locale: person.locale,
      ...(person.email === null ? {} : { email: person.email, email_verified: person.emailVerified }),
    }),
  },
};
