import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findYoutubeId } from './youtube.ts';

const id = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'),
  minLength: 11,
  maxLength: 11,
});
const scheme = fc.constantFrom('https://', 'http://', '//', '');
const host = fc.constantFrom(
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'YouTube.com',
  'www.youtube-nocookie.com',
);
const more = fc.constantFrom(
  '',
  '&t=42s',
  '&list=PL0123456789&index=2',
  '&feature=youtu.be',
  '&si=AbC_d-1',
  '#t=1m2s',
);
const forms: ((id: string, host: string, more: string) => string)[] = [
  (id, host, more) => `${host}/watch?v=${id}${more}`,
  (id, host, more) => `${host}/watch?app=desktop&v=${id}${more}`,
  (id, host) => `${host}/watch/${id}`,
  (id, host, more) => `${host}/shorts/${id}?${more.slice(1)}`,
  (id, host, more) => `${host}/live/${id}?${more.slice(1)}`,
  (id, host) => `${host}/embed/${id}?rel=0`,
  (id, host) => `${host}/v/${id}`,
  (id, host) => `${host}/e/${id}/`,
  (id, _, more) => `youtu.be/${id}?${more.slice(1)}`,
  (id, host) => `${host}/attribution_link?a=x&u=${encodeURIComponent(`/watch?v=${id}&feature=share`)}`,
  (id, host) =>
    `${host}/oembed?url=${encodeURIComponent(`https://www.youtube.com/watch?v=${id}`)}&format=json`,
];

test('every form of a link leads to its video', () => {
  fc.assert(
    fc.property(id, scheme, host, more, fc.constantFrom(...forms), (id, scheme, host, more, form) => {
      expect(findYoutubeId(`  ${scheme}${form(id, host, more)}\n`)).toBe(id);
    }),
  );
});

test('the bare id is one too', () => {
  fc.assert(
    fc.property(id, (id) => {
      expect(findYoutubeId(id)).toBe(id);
    }),
  );
});

test.each([
  'https://www.youtube.com/@maru',
  'https://www.youtube.com/channel/UC0123456789012345678901',
  'https://www.youtube.com/playlist?list=PL0123456789',
  'https://www.youtube.com/embed/videoseries?list=PL0123456789',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=toolongtoolong',
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://user:pass@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/redirect?q=https://evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/attribution_link?u=https://evil.example/watch?v=dQw4w9WgXcQ',
  'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
  'ftp://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/123456789',
  'https://youtu.be/',
  'https://youtu.be/dQw4w9WgXcQ"><script>',
  'youtube',
  '',
])('%s is no video', (text) => {
  expect(findYoutubeId(text)).toBeUndefined();
});

test('any text is an answer, and what is answered is an id', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.webUrl().map((url) => `https://youtube.com/redirect?q=${url}`),
      ),
      (text) => {
        expect(findYoutubeId(text) ?? 'AAAAAAAAAAA').toMatch(/^[\w-]{11}$/);
      },
    ),
  );
});
