import { ApiError } from '@maru/contract/client';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createWords } from '../i18n/words.tsx';
import { chooseErrorWords, PageError, readErrorBody } from './page-error.ts';

const en = createWords('en', compileMessages(CATALOGUES.en), '').t;
const ko = createWords('ko', compileMessages(CATALOGUES.ko), '').t;
const failure = (statusCode: number, statusMessage = '', homeId?: string) => ({
  statusCode,
  statusMessage,
  data: homeId === undefined ? undefined : { code: 'home_not_found' as const, homeId },
});

test.each([
  [
    'a home that is gone',
    failure(404, '', 'h7k2m9'),
    '요청하신 매물을 찾을 수 없습니다.',
    { homeId: 'h7k2m9' },
  ],
  ['a home that is gone, in words', failure(404, 'It is gone.', 'h7'), 'It is gone.', { homeId: 'h7' }],
  ['a plain 404', failure(404, 'ignored'), 'Page not found', { code: 404 }],
  ['another 4xx with a home', failure(400, '', 'h7'), '잘못된 요청입니다.', { code: 400 }],
  ['another 4xx with a home, in words', failure(422, 'No.', 'h7'), 'No.', { code: 422 }],
  ['another 4xx', failure(429, 'ignored'), 'Page not found', { code: 429 }],
  ['a 5xx', failure(500), 'Internal Server Error', { code: 500 }],
  ['a 5xx in words', failure(503, 'Soon.'), 'Soon.', { code: 503 }],
])('%s says what the specification asks for (rule S8.1)', (_, given, message, detail) => {
  expect(chooseErrorWords(given, en)).toMatchObject({ message, detail });
});

test.each([
  ['en', en],
  ['ko', ko],
] as const)('a family’s list whose link was stopped is said to be one (%s)', (locale, t) => {
  const statusMessage = CATALOGUES[locale]['error.shortlist_not_found'];
  const gone = { statusCode: 404, statusMessage, data: { code: 'shortlist_not_found' as const } };
  expect(chooseErrorWords(gone, t)).toEqual({ message: statusMessage, detail: { code: 404 } });
});

test('an unknown address is named', () => {
  expect(chooseErrorWords(failure(404), en, '/a/b').message).toBe('Page not found: /a/b');
  expect(chooseErrorWords(failure(404), ko, '/a/b').message).toBe('페이지를 찾을 수 없어요: /a/b');
});

test('Korean pages have fixed words of their own', () => {
  expect(chooseErrorWords(failure(404), ko).message).toBe('페이지를 찾을 수 없어요');
  expect(ko('error.screen.main')).toBe('홈으로 가기');
  expect(en('error.screen.title')).toBe("Sorry, Let's help you find your way.");
});

test('an error keeps its status and words on the way from the server to the browser', () => {
  const body = {
    statusCode: 503,
    statusMessage: '잠시 뒤',
    message: 'x',
    data: { code: 'unavailable' as const },
  };
  const carried = new PageError(body, undefined);
  expect(readErrorBody(carried)).toMatchObject({ statusCode: 503, statusMessage: '잠시 뒤' });
  expect(readErrorBody(new Error(carried.message))).toMatchObject({
    statusCode: 503,
    statusMessage: '잠시 뒤',
  });
  expect(readErrorBody(new ApiError(body))).toBe(body);
  expect(readErrorBody(new Error('secret path'))).toEqual({ statusCode: 500, statusMessage: '' });
  expect(readErrorBody(new Error('page-error:{'))).toEqual({ statusCode: 500, statusMessage: '' });
});
