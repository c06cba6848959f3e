/** A person to sign in as. All are invented; both providers give the same email address. */
export interface Person {
  /** Name of the person in tests and links. */
  key: string;
  name: string;
  givenName: string;
  familyName: string;
  locale: 'ko' | 'en';
  /** Null: the person shares none. */
  email: string | null;
  emailVerified: boolean;
  /** Kakao's member number and Google's account number. */
  kakao: string;
  google: string;
  /** Role on the site, shown on the page of persons. */
  note: string;
}

/** `ADMIN_EMAILS` of trial mode. */
export const ADMIN_EMAIL = 'owner@maru.example';

export const PEOPLE: readonly Person[] = [
  person('minji', '김민지', ['민지', '김'], 'ko', 'minji.kim@example.com', '집을 찾는 방문자 · visitor'),
  person('jane', 'Jane Kim', ['Jane', 'Kim'], 'en', 'jane.kim@example.com', 'a realtor · 리얼터'),
  person('owner', 'Maru Owner', ['Maru', 'Owner'], 'en', ADMIN_EMAIL, 'the admin · 관리자'),
  person(
    'daniel',
    'Daniel Park',
    ['Daniel', 'Park'],
    'en',
    'daniel.park@example.com',
    'another visitor · 다른 방문자',
  ),
  person(
    'grace',
    'Grace Lee',
    ['Grace', 'Lee'],
    'en',
    'grace.lee@example.com',
    'wants to be a realtor · 중개사 신청자',
  ),
  person(
    'hana',
    '이하나',
    ['하나', '이'],
    'ko',
    'hana.lee@example.com',
    'claims a license · 면허를 주장하는 사람',
  ),
  person(
    'peter',
    'Peter Cho',
    ['Peter', 'Cho'],
    'en',
    'peter.cho@example.com',
    'claims a license · 면허를 주장하는 사람',
  ),
  person(
    'sora',
    'Sora Choi',
    ['Sora', 'Choi'],
    'en',
    'sora.choi@example.com',
    'claims the license of another · 다른 사람의 면허를 주장하는 사람',
  ),
  person(
    'dohyun',
    '정도현',
    ['도현', '정'],
    'ko',
    'dohyun.jung@example.com',
    '여러 기기를 쓰는 방문자 · visitor',
  ),
  person('no-mail', '이서준', ['서준', '이'], 'ko', null, 'gives no e-mail · 이메일을 주지 않음'),
  {
    ...person(
      'unproven',
      '박하은',
      ['하은', '박'],
      'ko',
      'haeun.park@example.com',
      'e-mail not verified · 미인증 이메일',
    ),
    emailVerified: false,
  },
];

function person(
  key: string,
  name: string,
  [givenName, familyName]: [string, string],
  locale: Person['locale'],
  email: string | null,
  note: string,
): Person {
  const number = hashNumber(key);
  return {
    key,
    name,
    givenName,
    familyName,
    locale,
    email,
    emailVerified: email !== null,
    kakao: String(3_000_000_000 + (number % 900_000_000)),
    google: `1${String(number).padStart(20, '0')}`,
    note,
  };
}

/** FNV-1a: a stable number for a name. */
function hashNumber(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}
