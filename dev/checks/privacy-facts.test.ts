import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOCALES } from '@maru/words';
import { expect, test, vi } from 'vitest';
import { parseSettings } from '../../apps/server/src/env.ts';
import { RateLimits } from '../../apps/server/src/front-door/rate-limits.ts';
import { missingTests, parseTableRows } from './named-tests.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** Promises of the privacy policy, with the constants that keep them. */
const settings = parseSettings({ MARU_MODE: 'trial' });
const PROMISES = [
  {
    en: '60 days without use',
    ko: '이용이 없으면 최대 60일',
    file: 'packages/store/src/people/sessions.ts',
    line: 'IDLE = 60 * DAY_MS',
  },
  {
    en: 'taken back for 14 days',
    ko: '14일 안에 되돌릴',
    file: 'apps/server/src/routes/people/user.ts',
    line: 'DELETION_DAYS = 14',
  },
  {
    en: 'at most a year after the last change',
    ko: '마지막 변경 뒤 최대 1년',
    file: 'apps/server/src/jobs/hourly-jobs.ts',
    line: 'SHORTLIST_IS_KEPT = 365 * DAY_MS',
  },
  {
    en: 'kept for three years after anything last happened',
    ko: '마지막으로 처리된 뒤 3년',
    file: 'apps/server/src/jobs/hourly-jobs.ts',
    line: 'settings.contactsKeptDays',
  },
  {
    en: 'two years',
    ko: '작업 기록: 2년',
    file: 'apps/server/src/jobs/hourly-jobs.ts',
    line: 'settings.auditKeptDays',
  },
  {
    en: 'rounded to about 100 meters',
    ko: '약 100미터 단위',
    file: 'apps/web/src/listing/commute/commutes.ts',
    line: 'toFixed(3)',
  },
  {
    en: 'without secrets and without where you commute to',
    ko: '통근 목적지의 위치는 남기지 않습니다',
    file: 'apps/server/src/http/logged-request.ts',
    line: 'to2?',
  },
  {
    en: 'None is loaded'.toLowerCase(),
    ko: '전혀 불러오지 않으며',
    file: 'apps/web/src/privacy/consent.ts',
    line: "return 'signal'",
  },
  {
    en: 'an e-mail was sent to you: 30 days',
    ko: '이메일 발송 기록: 30일',
    file: 'apps/server/src/jobs/hourly-jobs.ts',
    line: 'EMAILS_KEPT = 30 * DAY_MS',
  },
  {
    en: 'at most 60 days without use and 180 days in all',
    ko: '이용이 없으면 최대 60일, 계속 이용하셔도 최대 180일',
    file: 'packages/store/src/people/sessions.ts',
    line: 'SESSION_MAX_AGE = 180 * DAY_MS',
  },
  {
    en: 'Backups: at most 35 days',
    ko: '백업: 최대 35일',
    file: 'apps/server/src/commands/backup.ts',
    line: 'settings.backupsKeptDays',
  },
];

async function readPolicy(): Promise<Record<(typeof LOCALES)[number], string>> {
  const [en, ko] = await Promise.all(
    (['en', 'ko'] as const).map((locale) => read(`apps/web/src/legal/texts/privacy-policy.${locale}.json`)),
  );
  return { en: en as string, ko: ko as string };
}

test('the numbers in the privacy policy are those of the code, in both languages', async () => {
  const texts = await readPolicy();
  for (const { en, ko, file, line } of PROMISES) {
    expect({ en, is: texts.en.includes(en) }).toEqual({ en, is: true });
    expect({ ko, is: texts.ko.includes(ko) }).toEqual({ ko, is: true });
    expect({ file, line, is: (await read(file)).includes(line) }).toEqual({ file, line, is: true });
  }
  expect(settings).toMatchObject({
    contactsKeptDays: 3 * 365,
    auditKeptDays: 2 * 365,
    backupsKeptDays: 35,
    sessionMaxAge: 180 * 86_400_000,
  });
});

test('a network address is dropped within the hour even when no further call comes', async () => {
  const { en, ko } = await readPolicy();
  expect([en, ko]).toEqual([
    expect.stringContaining('forgotten within the hour'),
    expect.stringContaining('한 시간 안에 지웁니다'),
  ]);
  const called: Record<Parameters<RateLimits['spendOfAddress']>[0], true> = {
    default: true,
    list: true,
    suggest: true,
    source: true,
    'sign-in': true,
    contact: true,
    tile: true,
    page: true,
    file: true,
    asset: true,
  };
  vi.useFakeTimers();
  try {
    const limits = new RateLimits(settings, () => Date.now());
    const budgets = (Object.keys(called) as (keyof typeof called)[]).map(
      (kind) => limits.spendOfAddress(kind, '203.0.113.7').budget,
    );
    const remembered = () => budgets.filter(({ size }) => size > 0).length;
    expect(remembered()).toBe(budgets.length);
    vi.advanceTimersByTime(3_600_000);
    expect(remembered()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('the service’s journal is kept as many days as the policy says', async () => {
  expect(await read('deploy/maru.service')).toMatch(/^LogNamespace=maru$/m);
  expect(await read('deploy/journald@maru.conf')).toMatch(/^MaxRetentionSec=30day$/m);
});

test('every promise of docs/promises.md names an existing test or says that only the owner can keep it', async () => {
  const rows = parseTableRows(await read('docs/promises.md'));
  const kept = rows.filter(([, where]) => where !== 'the owner alone');
  expect(await missingTests(kept.map(([promise, , file, name]) => [promise, file, name]))).toEqual([]);
  expect(rows.length).toBeGreaterThan(35);
});

test('the legal pages have the same sections and counts in both languages', async () => {
  for (const name of ['privacy-policy', 'terms-of-use', 'licenses', 'accessibility']) {
    const [en, ko] = await Promise.all(
      LOCALES.map(async (locale) =>
        JSON.parse(await read(`apps/web/src/legal/texts/${name}.${locale}.json`)),
      ),
    );
    const countSections = (text: typeof en) => ({
      version: text.version,
      effectiveOn: text.effectiveOn,
      sections: text.sections.map((one: { id: string; paragraphs?: string[]; list?: string[] }) => [
        one.id,
        one.paragraphs?.length ?? 0,
        one.list?.length ?? 0,
      ]),
    });
    expect(countSections(ko)).toEqual(countSections(en));
  }
});
