import type { VideoAnswer } from '@maru/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../../testing/testing-callers.ts';
import { ask, realtorBody } from '../../testing/testing-people.ts';

let site: TestApp;
let jane: TestCaller;
let user: TestCaller;
let admin: TestCaller;
let realtorId: string;
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);
const PATH = '/maru/v1/realtor-youtube';
let made = 0;
/** A link to a video that no other test has. */
const link = () => {
  made += 1;
  return `https://youtu.be/video${String(made).padStart(6, '0')}`;
};
const publicVideos = async (query = '') =>
  (await call(`GET ${PATH}?limit=100&${query}`)).body.items as VideoAnswer[];

beforeAll(async () => {
  site = await startTestApp();
  jane = await createCaller(site.parts, { role: 'realtor' });
  user = await createCaller(site.parts, { role: 'user' });
  admin = await createCaller(site.parts, { role: 'admin' });
  const profile = await call('POST /maru/v1/realtor', { body: realtorBody(), headers: jane.headers });
  realtorId = profile.body.realtorId;
});
afterAll(() => (site as TestApp | undefined)?.close());

describe('a video', () => {
  test('of a realtor is published, and public once the realtor is (rule R2), with licence and broker', async () => {
    const body = { url: link(), title: '어바인 콘도', places: ['irvine-ca'], terms: ['HOA'], language: 'ko' };
    const { status, body: video } = await call(`POST ${PATH}`, { body, headers: jane.headers });
    expect([status, video.state]).toEqual([201, 'published']);
    expect(await publicVideos()).toEqual([]);
    await call(`PUT /maru/v1/admin/realtor/${realtorId}/verification`, {
      body: { verification: 'verified' },
      headers: admin.headers,
    });
    const [shown] = await publicVideos(`realtorId=${realtorId}&place=irvine-ca&term=hoa`);
    expect(shown).toMatchObject({
      youtubeId: video.youtubeId,
      title: '어바인 콘도',
      realtor: { licenseNumber: '00123456', brokerName: 'Maru Realty' },
    });
    expect(await publicVideos('place=fullerton-ca')).toEqual([]);
  });

  test('of anybody else waits for an admin, who publishes or refuses it', async () => {
    const anonymous = await call(`POST ${PATH}`, { body: { url: link() } });
    const own = await call(`POST ${PATH}`, { body: { url: link() }, headers: user.headers });
    expect([anonymous.body.state, own.body.state]).toEqual(['pending', 'pending']);
    const ids = async () => (await publicVideos()).map((video) => video.videoId);
    expect(await ids()).not.toContain(own.body.videoId);
    expect(
      (await call(`GET ${PATH}?state=pending`)).body.items.every(
        (one: VideoAnswer) => one.state === 'published',
      ),
    ).toBe(true);
    const mine = (await call(`GET ${PATH}?mine=true`, { headers: user.headers })).body.items;
    expect(mine.map((one: VideoAnswer) => one.videoId)).toEqual([own.body.videoId]);
    const waiting = (await call(`GET ${PATH}?state=pending`, { headers: admin.headers })).body.items;
    expect(waiting.map((one: VideoAnswer) => one.videoId)).toEqual(
      expect.arrayContaining([own.body.videoId, anonymous.body.videoId]),
    );
    const moderate = (id: string, headers: Record<string, string>) =>
      call(`PUT /maru/v1/admin/realtor-youtube/${id}/moderation`, { body: { state: 'published' }, headers });
    expect((await moderate(own.body.videoId, user.headers)).status).toBe(403);
    expect((await moderate(own.body.videoId, admin.headers)).status).toBe(200);
    expect(await ids()).toContain(own.body.videoId);
    expect((await moderate('nothing', admin.headers)).body.data.code).toBe('video_not_found');
  });

  test('that an admin refused is not public again by deleting and posting it', async () => {
    const url = link();
    const post = async () => (await call(`POST ${PATH}`, { body: { url }, headers: jane.headers })).body;
    const moderate = (id: string, state: string) =>
      call(`PUT /maru/v1/admin/realtor-youtube/${id}/moderation`, {
        body: { state },
        headers: admin.headers,
      });
    const first = await post();
    expect(first.state).toBe('published');
    await moderate(first.videoId, 'refused');
    await call(`DELETE ${PATH}/${first.videoId}`, { headers: jane.headers });
    const second = await post();
    expect(second.state).toBe('pending');
    const publish = { body: { state: 'published' }, headers: jane.headers };
    expect((await call(`PATCH ${PATH}/${second.videoId}`, publish)).status).toBe(409);
    const waiting = (await call('GET /maru/v1/admin/review?kind=video&limit=100', { headers: admin.headers }))
      .body;
    expect(waiting.items.map((one: { subjectId: string }) => one.subjectId)).toContain(second.videoId);
    // An admin may find otherwise.
    await moderate(second.videoId, 'published');
    await call(`DELETE ${PATH}/${second.videoId}`, { headers: jane.headers });
    expect((await post()).state).toBe('published');
  });

  test('of a person without a profile waits again once its words are others', async () => {
    const { videoId } = (await call(`POST ${PATH}`, { body: { url: link() }, headers: user.headers })).body;
    const publish = async () =>
      await call(`PUT /maru/v1/admin/realtor-youtube/${videoId}/moderation`, {
        body: { state: 'published' },
        headers: admin.headers,
      });
    const change = async (body: object, { headers }: TestCaller) =>
      (await call(`PATCH ${PATH}/${videoId}`, { body, headers })).body.state;
    await publish();
    expect(await change({ title: 'Checked' }, admin)).toBe('published');
    expect(await change({ title: 'Wire the deposit', state: 'published' }, user)).toBe('pending');
    await publish();
    expect(await change({ state: 'draft' }, user)).toBe('draft');
    expect(await change({ state: 'published' }, user)).toBe('published');
    await change({ state: 'draft' }, user);
    expect(await change({ terms: ['hoa'] }, user)).toBe('pending');
  });

  test('is there once; a wrong link is refused by field', async () => {
    const url = link();
    await call(`POST ${PATH}`, { body: { url }, headers: jane.headers });
    const again = await call(`POST ${PATH}`, { body: { url: `${url}?t=3` }, headers: jane.headers });
    expect(again.body.data.code).toBe('already_exists');
    for (const wrong of [
      'https://vimeo.com/1',
      'javascript:alert(1)',
      'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    ]) {
      const refused = await call(`POST ${PATH}`, { body: { url: wrong } });
      expect(refused.body.data.fields).toEqual([{ field: 'url', reason: 'malformed' }]);
    }
    const place = await call(`POST ${PATH}`, { body: { url: link(), places: ['nowhere-zz'] } });
    expect(place.body.data.fields).toEqual([{ field: 'places.0', reason: 'unknown_value' }]);
    const body = { url: link(), state: 'published', realtorId };
    expect((await call(`POST ${PATH}`, { body })).status).toBe(400);
  });

  test('with words that keep people out goes before the admin', async () => {
    const body = { url: link(), title: 'Perfect for Koreans' };
    const { body: video } = await call(`POST ${PATH}`, { body, headers: jane.headers });
    const queue = (
      await call('GET /maru/v1/admin/review?kind=fair_housing&limit=100', { headers: admin.headers })
    ).body.items;
    expect(queue.map((one: { subjectId: string }) => one.subjectId)).toContain(video.videoId);
  });
});

describe('many videos', () => {
  const send = (videos: object[], more: object = {}, headers: Record<string, string> = jane.headers) =>
    call(`POST ${PATH}/batch`, { body: { videos, ...more }, headers });
  const results = (answer: { body: { results: { result: string }[] } }) =>
    answer.body.results.map((one) => one.result);

  test('get an answer each, and the good ones stay', async () => {
    const [a, b] = [link(), link()];
    const answer = await send([{ url: a }, { url: 'https://vimeo.com/1' }, { url: b }, { url: a }]);
    expect(answer.body.created).toBe(2);
    expect(results(answer)).toEqual(['created', 'refused', 'created', 'exists']);
    expect(answer.body.results[1].fields).toEqual([{ field: 'url', reason: 'malformed' }]);
  });

  test('all or none: one that is not good, or there already, and none is kept', async () => {
    const [a, b] = [link(), link()];
    expect(results(await send([{ url: a }, { url: 'no' }], { allOrNone: true }))).toEqual([
      'left_out',
      'refused',
    ]);
    await send([{ url: b }]);
    expect(results(await send([{ url: a }, { url: b }], { allOrNone: true }))).toEqual([
      'left_out',
      'exists',
    ]);
    expect(results(await send([{ url: a }, { url: a }], { allOrNone: true }))).toEqual([
      'left_out',
      'exists',
    ]);
    expect(results(await send([{ url: a }], { allOrNone: true }))).toEqual(['created']);
  });

  test('a hundred go, a hundred and one do not, and with the same key they are there once', async () => {
    const videos = Array.from({ length: 100 }, () => ({ url: link() }));
    const headers = { ...jane.headers, 'idempotency-key': 'hundred' };
    const [first, second] = await Promise.all([send(videos, {}, headers), send(videos, {}, headers)]);
    expect([first.body.created, second.body.created]).toEqual([100, 100]);
    expect(first.body).toEqual(second.body);
    expect((await send([...videos, { url: link() }])).status).toBe(400);
    expect((await send([])).status).toBe(400);
  });

  test('come by the page, each once', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 30; page += 1) {
      const { items, next } = (await call(`GET ${PATH}?limit=9${cursor}`)).body;
      seen.push(...items.map((one: VideoAnswer) => one.videoId));
      if (next === undefined) break;
      cursor = `&cursor=${next}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(100);
  });
});
