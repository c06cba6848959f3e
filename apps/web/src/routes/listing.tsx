import { useWords } from '../i18n/words.tsx';

export function Page() {
  const { t } = useWords();
  return <main id="main">{t('site.tagline')}</main>;
}
