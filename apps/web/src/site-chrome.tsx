import { useWords } from './i18n/words.tsx';
import type { Layout } from './routes.ts';

/** The quiet bar on top: name, what one can do, language. */
export function SiteHeader({ layout }: { layout: Layout }) {
  const { t } = useWords();
  return (
    <header data-layout={layout}>
      <a href="/">{t('site.name')}</a>
    </header>
  );
}

/** The legal foot of every page. */
export function SiteFooter() {
  const { t } = useWords();
  return <footer>{t('site.name')}</footer>;
}
