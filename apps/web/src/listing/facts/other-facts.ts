import type { HomeAnswer } from '@maru/contract';
import { PUBLIC_FIELDS, type PublicField } from '@maru/listing';
import { formatNumber } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import type { Fact, FactTexts } from './fact-texts.ts';
import type { LocalText } from './lookup.ts';

/** The stated fields of a group of `PUBLIC_FIELDS`; labels without a message are the dictionary's names. */
export function otherFacts(
  { listing }: HomeAnswer,
  group: PublicField['group'],
  texts: FactTexts,
  { has, locale }: Words,
): Fact[] {
  const formats: Record<PublicField['kind'], (value: never, name: string) => LocalText[]> = {
    flag: texts.is,
    count: (value: number) => texts.number(value),
    year: (value: number) => texts.text(String(value)),
    usd: texts.usd,
    percent: (value: number) => texts.text(`${formatNumber(locale, value, 2)}%`),
    area: texts.area,
    measure: texts.asReported,
    word: (value: string, name) => texts.lookup(name, value),
    list: (values: string[], name) => values.flatMap((value) => texts.lookup(name, value)),
    day: texts.day,
    text: texts.asReported,
    prose: texts.asReported,
  };
  const facts: Fact[] = [];
  for (const [name, field] of PUBLIC_FIELDS) {
    const value = listing.otherFields[name];
    if (field.group !== group || value === undefined) continue;
    const label = `field.${name}`;
    facts.push({
      ...(has(label)
        ? { label: label as Fact['label'] }
        : { label: 'listing.group.rest', name: spell(name) }),
      values: formats[field.kind](value as never, name),
    });
  }
  return facts;
}

/** "NumberOfUnitsTotal" → "Number of units total", "MLSAreaMinor" → "MLS area minor". */
function spell(name: string): string {
  const words = name.replace(/(?:YN|Numeric)$/, '').match(/[A-Z]+(?![a-z])|[A-Z][a-z]*|\d+/g) ?? [name];
  return words
    .map((word, at) => (at === 0 || /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}
