import { useWords } from '../i18n/words.tsx';
import type { HomePageData } from '../listing/page/home-page-data.ts';
import type { SectionPart } from '../listing/page/section-part.ts';
import { SiteLink } from '../ui/site-link.tsx';

/** The way to say that something of a listing is wrong, with what we promise (3.1). */
export const reportSection: SectionPart = {
  id: 'report',
  title: 'report.link',
  short: 'report.short',
  isShown: () => true,
  Body: ReportLink,
};

function ReportLink({ home }: HomePageData) {
  const { t } = useWords();
  return (
    <div className="print:hidden">
      <p className="max-w-[64ch]">{t('report.about')}</p>
      <p className="mt-3">
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
