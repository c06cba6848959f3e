import { expect, test } from 'vitest';
import { findTours } from './tours.ts';

const open = { virtualTourURLUnbranded: 'https://tours.example.com/1', internetAddressDisplayYN: null };
const media = (mediaCategory: string, mediaUrl: string) => ({ mediaCategory, mediaUrl });

test('tours and videos come once each, pictures never', () => {
  expect(
    findTours(open, [
      media('Photo', 'https://cdn.example.com/1.jpg'),
      media('Unbranded Virtual Tour', 'https://tours.example.com/1'),
      media('Video', 'https://videos.example.com/1'),
    ]),
  ).toEqual([
    { kind: 'tour', url: 'https://tours.example.com/1' },
    { kind: 'video', url: 'https://videos.example.com/1' },
  ]);
});

test('a home whose address is withheld has none, and what is no safe address is none', () => {
  expect(findTours({ ...open, internetAddressDisplayYN: false }, [])).toEqual([]);
  expect(
    findTours({ ...open, virtualTourURLUnbranded: 'javascript:alert(1)' }, [
      media('Video', 'http://x.example.com'),
    ]),
  ).toEqual([]);
});
