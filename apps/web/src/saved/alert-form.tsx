import { ALERT_FREQUENCIES, type AlertFrequency } from '@maru/listing/people';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Failed, Waiting } from '../ui/loading-parts.tsx';
import { Notice } from '../ui/notice.tsx';
import { whyFailed } from '../ui/why-failed.ts';

/** Settings of email alerts: time zone, frequency for saved homes, and resuming after bounces. */
export function AlertForm() {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const settings = queryOptions({
    queryKey: ['alerts'],
    queryFn: async ({ signal }) => (await client.loadSaved({ signal })).alerts,
  });
  const { data: alerts, error, refetch } = useQuery(settings);
  const [said, setSaid] = useState('');
  const id = useId();
  const change = async (edit: { timeZone?: string; homes?: AlertFrequency; isPaused?: false }) => {
    try {
      queries.setQueryData(settings.queryKey, await client.updateAlerts({ body: edit }));
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
          {error === null ? <Waiting /> : <Failed error={error} onRetry={() => void refetch()} />}
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
              onChange={(event) => void change({ homes: event.target.value as AlertFrequency })}
              className={SELECT}
            >
              {ALERT_FREQUENCIES.map((one) => (
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

/** The zones of most readers, listed before all others. */
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
