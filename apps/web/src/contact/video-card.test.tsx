import type { VideoAnswer } from '@maru/contract';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createWords, WordsProvider } from '../i18n/words.tsx';
import { VideoCard } from './video-card.tsx';

const video = {
  videoId: 'v1',
  youtubeId: 'escrow00001',
  title: '</h3><script>alert(1)</script><img src=x onerror="alert(2)">',
  picture: null,
  language: 'ko',
  captions: [],
  realtor: null,
} as unknown as VideoAnswer;

const html = renderToString(
  <WordsProvider words={createWords('en', compileMessages(CATALOGUES.en), 'v')}>
    <VideoCard video={video} />
  </WordsProvider>,
);

test('a script in a title is text', () => {
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html).not.toMatch(/<script|<img/);
});

test('before one presses play there is no frame and nothing of YouTube’s', () => {
  expect(html).not.toContain('<iframe');
  expect(html.replace(/<noscript>.*?<\/noscript>/s, '')).not.toContain('youtube.com');
});
