import type { HomeCard } from '@maru/listing';
import { expect, test } from 'vitest';
import { randomHomes } from '../../../../dev/conformance/random-homes.ts';
import { cardAnswer } from './card-answer.ts';
import { CardJson } from './card-json.ts';

const gazetteer = { findPlace: () => undefined };
const find = (cards: CardJson, card: HomeCard) => cards.find({ ...card, card: () => card }, card.searchType);
const textOf = (bytes: Buffer) => bytes.toString().replace(/^,/, '');

test('the kept text of a card is its answer, until the card is said to have changed', () => {
  const cards = new CardJson(gazetteer);
  for (const card of randomHomes(5, 200)) {
    expect(JSON.parse(textOf(find(cards, card)))).toEqual(cardAnswer(card, gazetteer));
    expect(find(cards, card)).toBe(find(cards, card));
    const changed = { ...card, listPrice: 7 };
    cards.forget({ upserts: [changed], removals: [] });
    expect(JSON.parse(textOf(find(cards, changed))).listPrice).toBe(7);
  }
});

test('what was asked for stays when there is too much, and the rest goes', () => {
  const cards = new CardJson(gazetteer, 40_000);
  const [first, ...others] = randomHomes(6, 400);
  const bytes = find(cards, first!);
  const lost = find(cards, others[0]!);
  for (const card of others.slice(1)) {
    find(cards, card);
    find(cards, first!);
  }
  expect(find(cards, first!)).toBe(bytes);
  expect(find(cards, others[0]!)).not.toBe(lost);
});
