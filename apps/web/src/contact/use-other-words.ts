import { LOCALES } from '@maru/words';
import { createWords, useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';

/** Loads the UI messages of the other language once `isWanted` is true. */
export function useOtherWords({ isWanted }: { isWanted: boolean }) {
  const own = useWords();
  const locale = LOCALES.find((one) => one !== own.locale) ?? own.locale;
  return useApiQuery(
    ['words', locale],
    async (client, signal) => {
      const { messages, version } = await client.loadTranslation({
        query: { locale, form: 'compiled' },
        signal,
      });
      return createWords(locale, messages, version);
    },
    { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY },
  );
}
