import { useWords } from '../i18n/words.tsx';
import type { HomePageData } from '../listing/page/home-page-data.ts';
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
          className="inline-flex min-h-11 items-center rounded-field border border-line-strong bg-surface px-5 font-semibold hover:bg-sunken"
        >
          {t('report.open')}
        </SiteLink>
      </p>
    </div>
  );
}
