import type { AlertSettings } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { FREQUENCIES, type Frequency } from '../listing/kept/saved-things.ts';
import { Button } from '../ui/button.tsx';
import { Failed, Waiting } from '../ui/loading-parts.tsx';
import { Notice } from '../ui/notice.tsx';
import { whyFailed } from '../ui/why-failed.ts';

/** When letters come: in which zone it is day, for kept homes how often, and again after letters came back. */
export function AlertForm() {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [alerts, setAlerts] = useState<AlertSettings>();
  const [error, setError] = useState<unknown>();
  const [said, setSaid] = useState('');
  const [tries, setTries] = useState(0);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more try is asked for by its number.
  useEffect(() => {
    const stop = new AbortController();
    client.loadSaved({ signal: stop.signal }).then(
      (saved) => setAlerts(saved.alerts),
      (fault: Error) => {
        if (!stop.signal.aborted) setError(fault);
      },
    );
    return () => stop.abort();
  }, [client, tries]);
  const change = async (edit: { timeZone?: string; homes?: Frequency; isPaused?: false }) => {
    try {
      setAlerts(await client.updateAlerts({ body: edit }));
      setSaid(t('alerts.kept'));
    } catch (fault) {
      setSaid(whyFailed(fault, words));
    }
  };
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section aria-labelledby={id} className="mt-10 max-w-[640px] border-line border-t pt-6">
      <h3 id={id} className="font-bold text-xl">
        {t('alerts.title')}
      </h3>
      <p className="mt-1 text-quiet">{t('alerts.lead')}</p>
      {alerts === undefined ? (
        <div className="mt-4">
          {error === undefined ? (
            <Waiting />
          ) : (
            <Failed
              error={error}
              onRetry={() => {
                setError(undefined);
                setTries(tries + 1);
              }}
            />
          )}
        </div>
      ) : (
        <div className="mt-4 space-y-4">
          {alerts.isPaused ? (
            <Notice tone="bad" title={t('alerts.paused')}>
              <p>{t('alerts.paused_text')}</p>
              <Button className="mt-3" onClick={() => void change({ isPaused: false })}>
                {t('alerts.resume')}
              </Button>
            </Notice>
          ) : null}
          <label className="block">
            <span className="block font-semibold">{t('alerts.homes')}</span>
            <select
              value={alerts.homes}
              onChange={(event) => void change({ homes: event.target.value as Frequency })}
              className={SELECT}
            >
              {FREQUENCIES.map((one) => (
                <option key={one} value={one}>
                  {t(`save.frequency.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <label className="block">
            <span className="block font-semibold">{t('alerts.zone')}</span>
            <select
              value={alerts.timeZone ?? ''}
              onChange={(event) => void change({ timeZone: event.target.value })}
              className={SELECT}
            >
              {alerts.timeZone === null ? <option value="">{t('alerts.zone_unknown')}</option> : null}
              {zones(alerts.timeZone, own).map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </label>
          <p role="status" className="text-good">
            {said}
          </p>
        </div>
      )}
    </section>
  );
}

/** Where our readers mostly are, first; then every zone that the browser knows. */
const NEAR = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'Pacific/Honolulu',
  'Asia/Seoul',
];

function zones(kept: string | null, own: string): string[] {
  const all = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([...(kept === null ? [] : [kept]), own, ...NEAR, ...all])];
}

const SELECT = 'mt-2 h-12 w-full rounded-field border border-line-strong bg-surface px-3';
