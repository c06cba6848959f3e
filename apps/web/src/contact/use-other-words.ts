import { LOCALES } from '@maru/words';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createWords, useWords, type Words } from '../i18n/words.tsx';

/** Loads the UI messages of the other language once `isWanted` is true. */
export function useOtherWords({ isWanted }: { isWanted: boolean }): UseQueryResult<Words> {
  const own = useWords();
  const { client } = useRouter().options.context;
  const locale = LOCALES.find((one) => one !== own.locale) ?? own.locale;
  return useQuery({
    queryKey: ['words', locale],
    queryFn: async ({ signal }) => {
      const { messages, version } = await client.loadTranslation({
        query: { locale, form: 'compiled' },
        signal,
      });
      return createWords(locale, messages, version);
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
