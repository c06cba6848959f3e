import { useWords } from '../../i18n/words.tsx';
import { MarkedRemarks } from '../marked-remarks.tsx';
import type { HomePageData } from './home-page-data.ts';
import type { SectionPart } from './section-part.ts';

/** What the listing says in its own words, as its source sent it. */
export const remarksSection: SectionPart = {
  id: 'remarks',
  title: 'listing.remarks',
  isShown: ({ home }) => home.listing.publicRemarks !== null,
  startsOpen: true,
  Body: Remarks,
};

function Remarks({ home }: HomePageData) {
  const { t, locale } = useWords();
  return (
    <>
      {locale === 'ko' ? <p className="mb-2 text-quiet text-sm">{t('listing.remarks_original')}</p> : null}
      <p lang="en" className="max-w-[72ch] whitespace-pre-line">
        <MarkedRemarks homeId={home.homeId} text={home.listing.publicRemarks ?? ''} />
      </p>
    </>
  );
}
