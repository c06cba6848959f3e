import type { Answerer, HomeAnswer } from '@maru/contract';
import { localePath } from '@maru/words';
import { type ComponentType, useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { isSold } from '../listing/card/card-words.ts';
import { AskButton } from './ask-button.tsx';
import { plainPath } from './contact-subject.ts';

const ASK_BAR = 'ask-bar';

/** Reserves the size of the contact button in the bottom bar of phones until it has loaded. */
export function AskBar({ home }: { home: HomeAnswer }) {
  return (
    <div id={ASK_BAR} className="grid min-w-0 justify-items-end *:col-start-1 *:row-start-1">
      <div className="invisible min-w-0" aria-hidden="true">
        <AskButton way="question" place="bar" answeredBy={expectedAnswerer(home)} />
      </div>
    </div>
  );
}

/**
 * The contact buttons of a home, loaded after the page: the API determines the recipient, and few visitors need the
 * form. A rental always shows the fraud warning (rule R29).
 */
export function AskSlot({ home }: { home: HomeAnswer }) {
  const { t, locale } = useWords();
  const expected = expectedAnswerer(home);
  const [Panel, setPanel] = useState<ComponentType<{ home: HomeAnswer; barId: string }>>();
  useEffect(() => {
    let isHere = true;
    import('./contact-panel.tsx').then(
      ({ ContactPanel }) => isHere && setPanel(() => ContactPanel),
      (error) => console.error('The way to ask could not be loaded.', error),
    );
    return () => {
      isHere = false;
    };
  }, []);
  return (
    <section aria-label={t('contact.panel')} className="print:hidden">
      <div className="grid">
        {/* As high as the loaded buttons, so that nothing below moves. */}
        <div className="invisible col-start-1 row-start-1 noscript:hidden" aria-hidden="true">
          <AskButton way="question" place="first" answeredBy={expected} />
          {isSold(home.listing) ? null : <AskButton way="tour" place="second" answeredBy={expected} />}
        </div>
        <div className="col-start-1 row-start-1 min-w-0">
          {Panel === undefined ? (
            <noscript>
              {/* With its own href: a browser that runs scripts treats the content of a noscript as text. */}
              <a href={localePath(locale, plainPath({ homeId: home.homeId }))}>{t('contact.plain_link')}</a>
            </noscript>
          ) : (
            <Panel home={home} barId={ASK_BAR} />
          )}
        </div>
      </div>
      {home.searchType === 'rent' ? (
        <div className="mt-3 text-sm">
          <p className="font-semibold text-warn">{t('contact.rent_title')}</p>
          <p>{t('contact.rent_text')}</p>
        </div>
      ) : null}
    </section>
  );
}

/**
 * The expected recipient by the home's record: its listing agent, else the advertising broker. Only reserves the space;
 * the API determines who is shown (rule R17).
 */
function expectedAnswerer({ listing, source }: HomeAnswer): Answerer {
  const unknown = { recipientId: '', nameKo: null, byMailOnly: true };
  const { advertisingBroker: broker } = source;
  return listing.listAgentFullName === null
    ? {
        ...unknown,
        role: 'advertising_broker',
        name: broker.name,
        licenseNumber: broker.licenseNumber,
        licenseState: broker.licenseState ?? listing.stateOrProvince,
        brokerName: broker.name,
      }
    : {
        ...unknown,
        role: 'listing_agent',
        name: listing.listAgentFullName,
        licenseNumber: listing.listAgentStateLicense,
        licenseState: listing.stateOrProvince,
        brokerName: listing.listOfficeName,
      };
}
