import type { HomeCardAnswer, SourceAnswer } from '@maru/contract';
import { licenseRegister } from '@maru/listing/people';
import { type ComponentType, createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useWords, type Words } from '../../i18n/words.tsx';
import { formatInstant } from './card-words.ts';

type Credited = Pick<
  HomeCardAnswer,
  | 'dataset'
  | 'listAgentFullName'
  | 'listAgentStateLicense'
  | 'listOfficeName'
  | 'listOfficePhone'
  | 'stateOrProvince'
>;

/** Names of MLSs by dataset; empty where all homes are of one. */
const MlsNames = createContext<ReadonlyMap<string, string>>(new Map());

/** Around homes that may be of several MLSs: the credit of each then names its own. */
export function MixedSources({
  sources,
  children,
}: {
  sources: readonly SourceAnswer[];
  children: ReactNode;
}) {
  const names = useMemo(() => {
    const byDataset = new Map(sources.map(({ dataset, source }) => [dataset, source]));
    return new Set(byDataset.values()).size > 1 ? byDataset : new Map<string, string>();
  }, [sources]);
  return <MlsNames value={names}>{children}</MlsNames>;
}

/** "DRE 01234567", "WA DOL license 12345": a license with the register of its state (two letters). Leading zeros stay. */
export function licenseText(license: string | null, state: string | null, { t }: Words): string {
  if (license === null || license === '') return '';
  const register = licenseRegister(state);
  if (register === undefined) return t('credit.license', { license });
  return register === 'DRE'
    ? t('credit.license_ca', { license })
    : t('credit.license_state', { register, license });
}

/**
 * The listing's agent and office. MLS rules (rule R33) require the words "Listing Agent" and "Listing Office" next to the
 * facts, in the same size and color: the caller sets both.
 */
export function CreditLine({ home, className = '' }: { home: Credited; className?: string }) {
  const words = useWords();
  const { t } = words;
  const license = licenseText(home.listAgentStateLicense, home.stateOrProvince, words);
  // Do not break inside the number. listing-page.css draws the dot where both stand in one line.
  const after = (text: string | null) =>
    text === null || text === '' ? null : (
      <>
        {' '}
        <span>{text}</span>
      </>
    );
  const { listAgentFullName: agent, listOfficeName: office, listOfficePhone: phone } = home;
  const mls = useContext(MlsNames).get(home.dataset);
  return (
    <p className={className}>
      {agent === null && license === '' ? null : (
        <span className="dotted">
          {t('credit.agent', { agent: agent ?? t('credit.name_unstated') })}
          {after(license)}
        </span>
      )}
      <span className="dotted">
        {t('credit.office', { office: office ?? t('credit.name_unstated') })}
        {after(phone)}
      </span>
      {mls === undefined ? null : <span className="dotted">{t('credit.mls', { source: mls })}</span>}
    </p>
  );
}

/**
 * The notes that the data licenses require below every list and every home: source, disclaimer (verbatim), age of the data
 * and broker; a warning when the feed is late, a note when the data is a sample.
 */
export function SourceNotes({ sources, className = '' }: { sources: SourceAnswer[]; className?: string }) {
  const words = useWords();
  const { t } = words;
  if (sources.length === 0) return null;
  return (
    <section aria-label={t('source.title')} className={`space-y-4 text-quiet text-sm ${className}`}>
      {sources.map((one) => {
        const asOf =
          one.asOf === null
            ? t('source.never')
            : formatInstant(Date.parse(one.asOf), 'America/Los_Angeles', words);
        const { name, licenseNumber, licenseState = null, phone, email } = one.advertisingBroker;
        const license = licenseText(licenseNumber, licenseState, words);
        return (
          <div key={one.dataset} className="space-y-1">
            {one.stale ? (
              <p className="rounded-field border border-warn px-3 py-2 font-medium text-warn">
                {t('source.stale', { source: one.source, when: asOf })}
              </p>
            ) : null}
            {one.logo === null ? null : (
              // The name is the text beside it. One side is known before it loads: no layout shift.
              <img src={one.logo} alt="" height={32} className="h-8 w-auto" loading="lazy" />
            )}
            <p className="font-medium text-text">{t('source.line', { source: one.source, when: asOf })}</p>
            {one.sample ? <p className="text-text">{t('source.sample')}</p> : null}
            <p lang="en">{one.disclaimer}</p>
            <p>{t('source.broker', { name, license, phone, email })}</p>
          </div>
        );
      })}
      <FeedClock />
    </section>
  );
}

/** The age of each feed (rule R71): last response, homes, homes added and removed in the last hour. Requested when opened. */
function FeedClock() {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [part, setPart] = useState<{ Table: ComponentType } | 'failed'>();
  const open = (next: boolean) => {
    setOpen(next);
    if (!next || typeof part === 'object') return;
    import('./feed-clock-table.tsx').then(
      ({ FeedClockTable }) => setPart({ Table: FeedClockTable }),
      () => setPart('failed'),
    );
  };
  return (
    <details onToggle={(event) => open(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 items-center font-medium text-primary-text">
        {t('clock.title')}
      </summary>
      {!isOpen ? null : typeof part === 'object' ? (
        <part.Table />
      ) : (
        <p role="status">{t(part === 'failed' ? 'clock.failed' : 'clock.loading')}</p>
      )}
    </details>
  );
}
