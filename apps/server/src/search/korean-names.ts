import type { Gazetteer } from '@maru/gazetteer';

/** Names of schools that are no places, as Korean newspapers of the United States write them. */
const NAMES: Readonly<Record<string, string>> = {
  베크만: 'Beckman',
  베크먼: 'Beckman',
  벡맨: 'Beckman',
  유니버시티: 'University',
  우드브리지: 'Woodbridge',
  포톨라: 'Portola',
  크레센타밸리: 'Crescenta Valley',
  트로이: 'Troy',
  서니힐스: 'Sunny Hills',
  위트니: 'Whitney',
  휘트니: 'Whitney',
  옥스퍼드: 'Oxford',
  팔로스버디스: 'Palos Verdes',
  토리파인스: 'Torrey Pines',
  캐년크레스트: 'Canyon Crest',
  노스뷰: 'Northview',
  존스크릭: 'Johns Creek',
  피치트리리지: 'Peachtree Ridge',
  노스귀넷: 'North Gwinnett',
  램버트: 'Lambert',
  인터레이크: 'Interlake',
  뉴포트: 'Newport',
  랭리: 'Langley',
  맥클린: 'McLean',
  옥턴: 'Oakton',
  토마스제퍼슨: 'Thomas Jefferson',
  스타이브슨트: 'Stuyvesant',
};

/** An English name for a Korean one, of the table above or of the place that is called so; English stays. */
export function toEnglishName(
  name: string,
  gazetteer: Pick<Gazetteer, 'findNamed' | 'suggest'>,
): string | undefined {
  if (!/[가-힣]/.test(name)) return name;
  const known = NAMES[name.replaceAll(' ', '')];
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
