import { useWords } from '../../i18n/words.tsx';
import { licenseText } from '../card/attribution.tsx';
import { statusText } from '../card/status-text.ts';
import type { HomePageData } from './home-page-data.ts';

/** Other listings of the same home, each with its credit (rule R32). */
export function AlsoListedAs({ home }: HomePageData) {
  const words = useWords();
  const { t } = words;
  return (
    <ul className="divide-y divide-line">
      {home.alsoListedAs.map((one) => {
        const license = licenseText(one.listAgentStateLicense, home.listing.stateOrProvince, words);
        return (
          <li key={`${one.dataset}:${one.listingId}:${one.searchType}`} className="py-3">
            <p className="font-medium">{statusText(one.standardStatus, one.searchType, words).text}</p>
            <p>
              {one.listAgentFullName === null ? null : (
                <span className="block">
                  {t('credit.agent', { agent: one.listAgentFullName })}
                  {license === '' ? '' : ` · ${license}`}
                </span>
              )}
              <span className="block">
                {t('credit.office', { office: one.listOfficeName ?? t('listing.not_stated') })}
                {one.listOfficePhone === null ? '' : ` · ${one.listOfficePhone}`}
              </span>
              <span className="tabular block text-quiet text-sm">
                {one.source}
                {one.listingId === null ? '' : ` · ${t('listing.mls')} ${one.listingId}`}
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
