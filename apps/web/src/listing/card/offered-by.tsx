import type { HomeAnswer } from '@maru/contract';
import { findTimeZone } from '@maru/listing/time';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { PhoneIcon } from '../../ui/icons/icons.tsx';
import { formatDay } from '../facts/home-dates.ts';
import { confirmedText } from '../facts/home-words.ts';
import { Term } from '../terms/term.tsx';
import { licenseText } from './attribution.tsx';

/**
 * The listing's agents and office with the phones and emails that the feed's license publishes, the source and its age; beside the price, in the size and color
 * of the facts (rule R33). No other name or button stands here (rule R17).
 */
export function OfferedBy({ home, now }: { home: HomeAnswer; now: number }) {
  const words = useWords();
  const { t, locale } = words;
  const { listing, source } = home;
  const license = licenseText(listing.listAgentStateLicense, listing.stateOrProvince, words);
  const coLicense = licenseText(listing.coListAgentStateLicense, listing.stateOrProvince, words);
  const { listAgentDirectPhone: phone, listAgentEmail: email } = listing;
  const { coListAgentDirectPhone: coPhone, coListAgentEmail: coEmail } = listing;
  const confirmed = confirmedText(home.confirmedAt, now, words, findTimeZone(listing));
  return (
    <section data-credit aria-label={t('listing.offered_by')} className="mt-4">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {listing.listAgentFullName === null && license === '' ? null : (
          <Row label={<Term id="listing-agent">{t('listing.agent')}</Term>}>
            <span className="font-semibold">{listing.listAgentFullName ?? t('credit.name_unstated')}</span>
            {license === '' ? null : <span className="tabular"> · {license}</span>}
            <Call phone={phone} name={listing.listAgentFullName ?? ''} />
            <Mail email={email} />
          </Row>
        )}
        <Row label={<Term id="broker">{t('listing.office')}</Term>}>
          <span className="font-semibold">{listing.listOfficeName ?? t('listing.not_stated')}</span>
          <Call phone={listing.listOfficePhone} name={listing.listOfficeName ?? ''} />
        </Row>
        {listing.coListAgentFullName === null ? null : (
          <Row label={t('listing.co_agent')}>
            {listing.coListAgentFullName}
            {coLicense === '' ? null : <span className="tabular"> · {coLicense}</span>}
            <Call phone={coPhone} name={listing.coListAgentFullName} />
            <Mail email={coEmail} />
          </Row>
        )}
        {listing.attributionContact === null ||
        [phone, email, listing.listOfficePhone].includes(listing.attributionContact) ? null : (
          <Row label={t('listing.contact')}>
            <Contact text={listing.attributionContact} />
          </Row>
        )}
      </dl>
      {[phone, email, coPhone, coEmail].every((one) => one === null) ? null : (
        <p className="mt-2 text-quiet text-sm">{t('listing.direct_note')}</p>
      )}
      <p className={`mt-3 ${confirmed.late ? 'font-medium text-warn' : 'text-quiet'}`}>
        {confirmed.text}
        {' · '}
        {source.source}
        {listing.listingId === null ? null : (
          <span className="tabular">
            {' · '}
            {t('listing.mls')} {listing.listingId}
          </span>
        )}
        {' · '}
        {t('listing.updated', {
          date: formatDay(listing.modificationTimestamp, findTimeZone(listing), locale),
        })}
      </p>
    </section>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Call({ phone, name }: { phone: string | null; name: string }) {
  const { t } = useWords();
  if (phone === null || phone.replace(/\D/g, '').length < 7) return null;
  return (
    <a
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
      aria-label={`${t('listing.call', { name })}, ${phone}`}
      className="tabular flex min-h-11 w-fit items-center gap-2 font-medium text-primary-text underline-offset-4 hover:underline"
    >
      <PhoneIcon size={16} />
      {phone}
    </a>
  );
}

function Mail({ email }: { email: string | null }) {
  if (email === null || !isEmail(email)) return null;
  return (
    <a
      href={`mailto:${email}`}
      className="flex min-h-11 w-fit items-center break-all text-primary-text hover:underline"
    >
      {email}
    </a>
  );
}

const isEmail = (text: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);

/** RESO AttributionContact: a phone number or an email address. */
function Contact({ text }: { text: string }) {
  if (isEmail(text)) return <Mail email={text} />;
  return text.replace(/\D/g, '').length >= 7 ? <Call phone={text} name="" /> : <span>{text}</span>;
}
