import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { ROUTES } from '@maru/contract';
import { BrowserLike, signInAs } from './browser-like.ts';
import type { ProviderName } from './provider-shape.ts';

const PROFILE = {
  name: 'Jane Kim',
  nameKo: '김지은',
  licenseNumber: '01234568',
  licenseState: 'CA',
  brokerName: 'Maru Realty (sample)',
  officeName: 'Irvine',
  phone: '+1 949 555 0142',
  bioEn:
    'An invented realtor of the trial. I help families find a home in Orange County, in Korean and English.',
  bioKo: '체험용으로 만든 가상의 리얼터예요. 오렌지카운티에서 집을 찾는 가족을 한국어와 영어로 도와드려요.',
  languages: ['ko', 'en'],
  places: ['irvine-ca'],
  specialties: ['house', 'condo', 'first_home'],
};

/**
 * Makes Jane Kim a realtor through the site's API: she signs in with both providers and creates a profile, the admin
 * verifies its license. Once per database: `file` records it. @throws when the site refuses
 */
export async function registerRealtor(site: string, file: string): Promise<void> {
  if (existsSync(file)) return;
  const jane = new BrowserLike();
  await signIn(jane, site, 'google', 'jane');
  // Links the second provider to the first account.
  await signIn(jane, site, 'kakao', 'jane');
  const token = await signIn(jane, site, 'google', 'jane');
  const realtorId = await ownProfile(site, token);
  const owner = await signIn(new BrowserLike(), site, 'google', 'owner');
  const { method, path } = ROUTES.verifyRealtor;
  await ask(site, owner, method, path.replace(':id', realtorId), { verification: 'verified' });
  await writeFile(file, `${JSON.stringify({ jane: { realtorId } }, null, 2)}\n`);
}

async function ownProfile(site: string, token: string): Promise<string> {
  const { items } = await ask<{ items: { realtorId: string }[] }>(
    site,
    token,
    'GET',
    `${ROUTES.listRealtors.path}?mine=true`,
  );
  if (items[0] !== undefined) return items[0].realtorId;
  const { method, path } = ROUTES.createRealtor;
  return (await ask<{ realtorId: string }>(site, token, method, path, PROFILE)).realtorId;
}

/** The access token; empty when the site requires the other provider first. */
async function signIn(
  browser: BrowserLike,
  site: string,
  provider: ProviderName,
  person: string,
): Promise<string> {
  await signInAs(browser, site, provider, person);
  const answer = await browser.ask(`${site}${ROUTES.refreshToken.path}`, { method: 'POST' });
  return answer.ok ? ((await answer.json()) as { accessToken: string }).accessToken : '';
}

async function ask<Answer>(
  site: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`${site}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
