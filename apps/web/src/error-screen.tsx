import { useWords } from './i18n/words.tsx';

export function NotFoundScreen() {
  const { t } = useWords();
  return <main id="main">{t('site.name')}</main>;
}

export function ErrorScreen() {
  const { t } = useWords();
  return <main id="main">{t('site.name')}</main>;
}
