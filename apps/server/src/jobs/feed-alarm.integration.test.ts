import { createChangeSet, createPlaced } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedDown } from '../mail/owner-emails.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { reportSilentFeeds } from './feed-alarm.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(async () => {
  await (site as TestApp | undefined)?.close();
});

test('the owner gets one email for each outage of a feed that lasts longer than six hours', async () => {
  const { store } = site.parts;
  const settings = { adminEmails: new Set(['owner@example.com']) };
  const log = { warn: () => undefined };
  const check = (time: string) => reportSilentFeeds({ store, settings, log }, new Date(time));
  const letters = async () =>
    (await store.pool.query("select to_email, subject_id from letter where kind = 'feed-down' order by 2"))
      .rows;
  const success = (time: string) =>
    store.recordFeedState('kc', 'reso', { kind: 'success', at: new Date(time) });
  await store.applyChanges(createChangeSet({ upserts: [createPlaced()], initialLoadDone: true }));
  await success('2026-11-21T01:00:00Z');
  await check('2026-11-21T06:17:00Z');
  expect(await letters()).toEqual([]);
  for (const hour of ['07', '08', '09']) await check(`2026-11-21T${hour}:17:00Z`);
  const first = { to_email: 'owner@example.com', subject_id: '2026-11-21T01:00:00.000Z kc' };
  expect(await letters()).toEqual([first]);

  const parts = { store, publicUrl: 'http://localhost:3000', postalAddress: '' };
  const letter = await feedDown(first.subject_id, 'ko', parts);
  expect(letter?.subject).toBe('매물 피드 kc: 6시간 넘게 갱신되지 않음');
  expect(letter?.text).toContain('http://localhost:3000/ko/admin/detail');
  expect((await feedDown(first.subject_id, 'en', parts))?.text).toContain('since Nov 20, 2026, 5:00');

  await success('2026-11-21T10:00:00Z');
  expect(await feedDown(first.subject_id, 'ko', parts), 'it has recovered').toBeUndefined();
  await check('2026-11-21T10:17:00Z');
  await check('2026-11-21T17:17:00Z');
  expect((await letters()).map(({ subject_id }) => subject_id)).toEqual([
    first.subject_id,
    '2026-11-21T10:00:00.000Z kc',
  ]);
});
