import { checkLease, LEASE_LAWS, type LeaseFlag, MAX_LEASE_TEXT } from '@maru/listing/renting';
import { formatUsd } from '@maru/words';
import { useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextArea } from '../../ui/field.tsx';
import { SourceLink } from '../../ui/source-link.tsx';
import { formatDay } from '../facts/home-dates.ts';

/** Checks the text of a lease in the browser; it is neither sent nor stored. */
export function LeaseCheckForm({ today }: { today: string }) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const [isInKorean, setInKorean] = useState(false);
  const [flags, setFlags] = useState<LeaseFlag[]>();
  const look = () => setFlags(checkLease({ text, day: today, isInKorean }));
  return (
    <div className="max-w-[720px]">
      <TextArea
        label={t('lease.text')}
        note={t('lease.text_note')}
        rows={8}
        maxLength={MAX_LEASE_TEXT}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setFlags(undefined);
        }}
      />
      <Checkbox
        className="mt-3"
        checked={isInKorean}
        onChange={(event) => {
          setInKorean(event.target.checked);
          setFlags(undefined);
        }}
      >
        {t('lease.in_korean')}
      </Checkbox>
      <Button variant="primary" size="large" className="mt-3" disabled={text.trim() === ''} onClick={look}>
        {t('lease.look')}
      </Button>
      <noscript>{t('kit.no_script')}</noscript>
      <div role="status" className="mt-4">
        {flags === undefined ? null : (
          <p className="font-semibold">
            {flags.length === 0 ? t('lease.none') : t('lease.found', { count: flags.length })}
          </p>
        )}
      </div>
      {flags === undefined ? null : (
        <ol className="mt-2 space-y-4">
          {flags.map((flag) => (
            <Flag key={flag.rule} flag={flag} />
          ))}
        </ol>
      )}
      <p className="mt-4 text-quiet text-sm">{t('lease.no_advice')}</p>
    </div>
  );
}

function Flag({ flag }: { flag: LeaseFlag }) {
  const { t, locale } = useWords();
  const law = LEASE_LAWS[flag.rule];
  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <h3 className="font-semibold text-warn">{t(`lease.rule.${flag.rule}`)}</h3>
      {flag.quote === '' ? null : (
        <blockquote
          lang={/[가-힣]/.test(flag.quote) ? 'ko' : 'en'}
          className="my-2 border-line-strong border-l-4 pl-3"
        >
          {flag.quote}
        </blockquote>
      )}
      <p>
        {t(`lease.why.${flag.rule}`)}
        {flag.amount === undefined || flag.cap === undefined
          ? ''
          : ` ${t('lease.amount', { amount: formatUsd(locale, flag.amount), cap: formatUsd(locale, flag.cap) })}`}
      </p>
      <p className="mt-1 text-quiet text-sm">
        <SourceLink href={law.url}>{law.source}</SourceLink>{' '}
        {t('lease.checked', { date: formatDay(law.checked, 'UTC', locale) })}
      </p>
    </li>
  );
}
