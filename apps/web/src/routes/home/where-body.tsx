import { searchPath } from '@maru/listing/search';
import { useWords } from '../../i18n/words.tsx';
import { addressText } from '../../listing/facts/home-words.ts';
import { implausibleFacts } from '../../listing/facts/implausible.ts';
import type { HomePageData } from '../../listing/page/home-page-data.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MapIcon } from '../../ui/icons/icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { HomeMap } from './home-map.tsx';

/** Half the size of the search area, in degrees: about 2 km. */
const AROUND = 0.018;

/** The location of the home, and links to searches around it. */
export function Where({ home }: HomePageData) {
  const words = useWords();
  const { t } = words;
  const { latitude, longitude, postalCode } = home.listing;
  if (latitude === null || longitude === null) return null;
  // No map for an implausible position.
  if (implausibleFacts(home).includes('position')) {
    return (
      <>
        <p>{addressText(home, words)}</p>
        <p className="mt-2 text-quiet">{t('listing.doubtful_position')}</p>
      </>
    );
  }
  const zip = home.places.find((place) => place.kind === 'zip') ?? home.places.at(-1);
  const wide = AROUND / Math.max(0.2, Math.cos((latitude * Math.PI) / 180));
  const other = home.searchType === 'sale' ? 'rent' : 'sale';
  const searchAround = (searchType: 'sale' | 'rent') =>
    searchPath({
      searchType,
      place: zip?.slug,
      bbox: [longitude - wide, latitude - AROUND, longitude + wide, latitude + AROUND],
    });
  const shown =
    home.addressWithheld && postalCode !== null
      ? t('listing.where_withheld', { zip: postalCode })
      : addressText(home, words);
  return (
    <>
      <p>{shown}</p>
      <HomeMap home={home} latitude={latitude} longitude={longitude} />
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <SiteLink path={searchAround(home.searchType)} className={buttonClass('secondary')}>
          <MapIcon size={18} />
          {t('listing.where_search')}
        </SiteLink>
        {/* The same area to rent instead of buy, or the reverse. */}
        <TextLink path={searchAround(other)}>{t(`listing.where_other_${other}`)}</TextLink>
      </p>
    </>
  );
}
