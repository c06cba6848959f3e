import { expect, test } from 'vitest';
import { detectLanguage } from './user-text.tsx';

test.each([
  ['이번 주 토요일에 집을 볼 수 있을까요?', 'ko'],
  ['Irvine 집을 보고 싶어요. Jane Kim 님께', 'ko'],
  ['Is the home on 123 Oak St still for sale?', 'en'],
  ['Ça va, José', 'en'],
  ['It has two bedrooms. 방이 두 개예요.', ''],
  ['010-1234-5678', ''],
  ['請回覆 please', ''],
  ['', ''],
])('%j is in %j', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});
