import type { ReceiptAnswer } from '@maru/contract';
import type { ReactNode } from 'react';
import { useWords, type Words } from '../i18n/words.tsx';
import { formatClock, formatWeekday, zoneName } from '../listing/facts/home-dates.ts';
import { TextLink } from '../ui/site-link.tsx';
import { Original } from './who-answers.tsx';

/** The home of a contact; a link if it has a page. */
export function HomeOfContact({ home }: Pick<ReceiptAnswer, 'home'>) {
  if (home === null) return null;
  const label = <Original text={home.label ?? home.homeId} />;
  return home.path === null ? (
    label
  ) : (
    <TextLink isUnderlined path={home.path}>
      {label}
    </TextLink>
  );
}

/** The proposed times, in the home's time zone. */
export function SlotList({ slots, home }: Pick<ReceiptAnswer, 'slots' | 'home'>) {
  const { locale } = useWords();
  const zone = home?.timeZone ?? 'UTC';
  return (
    <ul>
      {slots.map(({ start }) => (
        <li key={start} className="tabular">
          {formatWeekday(start, zone, locale)} {formatClock(start, zone, locale)} {zoneName(start, zone)}
        </li>
      ))}
    </ul>
  );
}

/** The rows of a contact's home and proposed times. */
export function HomeRows({ slots, home }: Pick<ReceiptAnswer, 'slots' | 'home'>) {
  const { t } = useWords();
  return (
    <>
      {home === null ? null : (
        <ContactRow label={t('mail.label.home')}>
          <HomeOfContact home={home} />
        </ContactRow>
      )}
      {slots.length === 0 ? null : (
        <ContactRow label={t('mail.label.slots')}>
          <SlotList slots={slots} home={home} />
        </ContactRow>
      )}
    </>
  );
}

/** The consents with their texts, and whether each was given or revoked. */
export function ConsentList({ consents }: Pick<ReceiptAnswer, 'consents'>) {
  const words = useWords();
  const { t } = words;
  return (
    <ul className="space-y-3">
      {consents.map(({ kind, accepted, text, revokedAt }) => (
        <li key={kind}>
          <p className={`font-semibold ${accepted && revokedAt === null ? 'text-good' : ''}`}>
            {!accepted
              ? t('receipt.consent_no')
              : revokedAt === null
                ? t('receipt.consent_yes')
                : t('receipt.consent_revoked', { date: formatMoment(revokedAt, words) })}
          </p>
          <p className="text-quiet text-sm">
            <Original text={text} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A row of a `<dl>`. */
export function ContactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-quiet text-sm">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** Date and time in the visitor's time zone: "Nov 21, 2026, 1:00 PM" · "2026년 11월 21일 오후 1:00". */
export function formatMoment(at: string, { intl, locale }: Pick<Words, 'intl' | 'locale'>): string {
  return intl.formatDate(at, { dateStyle: locale === 'ko' ? 'long' : 'medium', timeStyle: 'short' });
}
