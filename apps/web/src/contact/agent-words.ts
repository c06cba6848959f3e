import type { AgentAnswer, Answerer } from '@maru/contract';
import { AGENT_LANGUAGES } from '@maru/listing/people';
import type { Words } from '../i18n/words.tsx';

/** The name of a language by its code; a feed's own text where it has no code. */
export function languageText(code: string, { t }: Words): string {
  const known = AGENT_LANGUAGES.find((one) => one === code);
  return known === undefined ? code : t(`spoken.${known}`);
}

/** Both names, the one of the page's language first. */
export function orderNames({ name, nameKo }: Pick<AgentAnswer, 'name' | 'nameKo'>, locale: 'en' | 'ko') {
  if (nameKo === null || nameKo === name) return { first: name, second: null };
  return locale === 'ko' ? { first: nameKo, second: name } : { first: name, second: nameKo };
}

/** "Usually within 3 hours"; undefined while it is not known. */
export function responseText({ response }: Pick<AgentAnswer, 'response'>, { t }: Words): string | undefined {
  const hours = response?.medianHours;
  if (hours === null || hours === undefined) return undefined;
  return hours < 24
    ? t('agents.response_hours', { hours: hours < 1 ? 0 : Math.ceil(hours) })
    : t('agents.response_days', { days: Math.ceil(hours / 24) });
}

/** "Jane Kim", in Korean "김지은 (Jane Kim)": always includes the name on the license. */
export function answererName(
  { name, nameKo }: Pick<Answerer, 'name' | 'nameKo'>,
  { locale }: Pick<Words, 'locale'>,
): string {
  return locale === 'ko' && nameKo !== null && nameKo !== name ? `${nameKo} (${name})` : name;
}
