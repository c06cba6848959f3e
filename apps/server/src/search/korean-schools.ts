import type { Gazetteer } from '@maru/gazetteer';
import schools from './korean-schools.json' with { type: 'json' };

/** Names of schools that are no places, as Korean newspapers of the United States write them. */
const NAMES = new Map(
  Object.entries(schools).flatMap(([name, spellings]) => spellings.split(', ').map((one) => [one, name])),
);

/** An English name for a Korean one, of the table above or of the place that is called so; English stays. */
export function toEnglishName(
  name: string,
  gazetteer: Pick<Gazetteer, 'findNamed' | 'suggest'>,
): string | undefined {
  if (!/[가-힣]/.test(name)) return name;
  const known = NAMES.get(name.replaceAll(' ', ''));
  if (known !== undefined) return known;
  const found = gazetteer.findNamed(name);
  if (found !== undefined) return 'place' in found ? found.place.name : found.ambiguous[0]?.name;
  const [first] = gazetteer.suggest(name, { locale: 'ko', limit: 1 });
  return first?.matched === 'exact' ? first.place.name : undefined;
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/(?:고등학교|고교|고)$/, ' High'],
  [/중학교$/, ' Middle'],
  [/(?:초등학교|초교)$/, ' Elementary'],
  [/(?:통합 ?교육구|통합 ?학군|교육구|학군)$/, ' Unified'],
];

/** "노스우드 고등학교" → "Northwood High", "어바인 교육구" → "Irvine Unified"; what is not known stays as it is. */
export function toEnglishSchool(text: string, gazetteer: Pick<Gazetteer, 'findNamed' | 'suggest'>): string {
  const typed = text.trim();
  if (!/[가-힣]/.test(typed)) return typed;
  const whole = toEnglishName(typed, gazetteer);
  if (whole !== undefined) return whole;
  for (const [pattern, kind] of KINDS) {
    const name = pattern.test(typed)
      ? toEnglishName(typed.replace(pattern, '').trim(), gazetteer)
      : undefined;
    if (name !== undefined) return `${name}${kind}`;
  }
  return typed;
}
