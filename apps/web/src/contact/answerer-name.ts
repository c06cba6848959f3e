import type { Answerer } from '@maru/contract';
import type { Words } from '../i18n/words.tsx';

/** "Jane Kim", to Korean readers "김지은 (Jane Kim)": the name on the license always stands there. */
export function answererName(
  { name, nameKo }: Pick<Answerer, 'name' | 'nameKo'>,
  { locale }: Pick<Words, 'locale'>,
): string {
  return locale === 'ko' && nameKo !== null && nameKo !== name ? `${nameKo} (${name})` : name;
}
