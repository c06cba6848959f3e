import { useWords } from '../i18n/words.tsx';
import type { HomePageData } from '../listing/page/home-page-data.ts';
import { buttonClass } from '../ui/button.tsx';
import { SiteLink } from '../ui/site-link.tsx';

/** The way to say that something of a listing is wrong, with what we promise (rule R38). */
export function ReportLink({ home }: HomePageData) {
  const { t } = useWords();
  return (
    <div className="items-center gap-x-8 gap-y-3 md:flex md:justify-between print:hidden">
      <p className="max-w-[64ch]">{t('report.about')}</p>
      <p className="shrink-0 max-md:mt-3">
        <SiteLink
          path={`/report?homeId=${home.homeId}`}
          rel="nofollow"
          className={buttonClass('secondary', 'medium')}
        >
          {t('report.open')}
        </SiteLink>
      </p>
    </div>
  );
}
