import { expect, test } from 'vitest';
import { isSecretPage, ROUTES } from './routes.ts';

const isSecret = (name: string, query = '') =>
  isSecretPage(
    ROUTES.find((row) => row.name === name),
    `https://maru.example/ko/${name}${query}`,
  );

test('pages whose address opens something are secret; a form that has to say where it comes from is not', () => {
  expect([isSecret('receipt'), isSecret('shortlist', '?key=abc')]).toEqual([true, true]);
  expect([isSecret('report', '?token=abc'), isSecret('report', '?homeId=h1')]).toEqual([true, false]);
  expect([isSecret('contact', '?token=abc'), isSecretPage(undefined, 'https://maru.example/')]).toEqual([
    false,
    false,
  ]);
});
