import { expect, test } from 'vitest';
import { randomHomes } from '../../../dev/conformance/random-homes.ts';
import { cardAnswer } from './card-answer.ts';
import { CardJson } from './card-json.ts';

const gazetteer = { findPlace: () => undefined };
const textOf = (bytes: Buffer) => `${bytes.toString()}}`;

test('the kept text of a card is its answer, until the card is said to have changed', () => {
  const cards = new CardJson(gazetteer);
  for (const card of randomHomes(5, 200)) {
    expect(JSON.parse(textOf(cards.find(card)))).toEqual(cardAnswer(card, gazetteer));
    expect(cards.find(card)).toBe(cards.find(card));
    const changed = { ...card, listPrice: 7 };
    cards.forget({ upserts: [changed], removals: [] });
    expect(JSON.parse(textOf(cards.find(changed))).listPrice).toBe(7);
  }
});

test('what was asked for stays when there is too much, and the rest goes', () => {
  const cards = new CardJson(gazetteer, 40_000);
  const [first, ...others] = randomHomes(6, 400);
  const bytes = cards.find(first!);
  const lost = cards.find(others[0]!);
  for (const card of others.slice(1)) {
    cards.find(card);
    cards.find(first!);
  }
  expect(cards.find(first!)).toBe(bytes);
  expect(cards.find(others[0]!)).not.toBe(lost);
});
