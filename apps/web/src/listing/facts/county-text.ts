import type { HomeAnswer } from '@maru/contract';
import type { Words } from '../../i18n/words.tsx';

/** "Orange", in Korean "오렌지카운티", or "Orange 카운티" where it has no Korean name. Empty where it is not stated. */
export function countyText({ listing, places }: HomeAnswer, { t, locale }: Words): string {
  const name = listing.countyOrParish ?? '';
  if (locale === 'en' || name === '') return name;
  return places.find(({ kind }) => kind === 'county')?.nameKo ?? `${name} ${t('place.kind.county')}`;
}
