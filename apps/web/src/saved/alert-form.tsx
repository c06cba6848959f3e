import { ALERT_FREQUENCIES, type AlertFrequency } from '@maru/listing/people';
import { useId } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { Options, SelectField } from '../ui/field.tsx';
import { ActionStatus } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { LoadState } from '../ui/loading-parts.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';

/** Settings of email alerts: time zone, frequency for saved homes, and resuming after bounces. */
export function AlertForm() {
  const { t } = useWords();
  const query = useApiQuery(
    ['alerts'],
    async (client, signal) => (await client.loadSaved({ signal })).alerts,
  );
  const { data: alerts, error, refetch, set } = query;
  const action = useAction();
  const id = useId();
  const change = (edit: { timeZone?: string; homes?: AlertFrequency; isPaused?: false }) =>
    void action.run(async (client) => {
      set(await client.updateAlerts({ body: edit }));
      return t('alerts.kept');
    });
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Section
      id={id}
      title={t('alerts.title')}
      heading="h3"
      className="mt-10 max-w-[640px] border-line border-t pt-6"
    >
      <p className="mt-1 text-quiet">{t('alerts.lead')}</p>
      {alerts === undefined ? (
        <div className="mt-4">
          <LoadState isLoading error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className="mt-4 space-y-4">
          {alerts.isPaused ? (
            <Notice tone="bad" title={t('alerts.paused')}>
              <p>{t('alerts.paused_text')}</p>
              <Button className="mt-3" onClick={() => change({ isPaused: false })}>
                {t('alerts.resume')}
              </Button>
            </Notice>
          ) : null}
          <SelectField
            label={t('alerts.homes')}
            value={alerts.homes}
            onChange={(event) => change({ homes: event.target.value as AlertFrequency })}
          >
            <Options values={ALERT_FREQUENCIES} format={(one) => t(`save.frequency.${one}`)} />
          </SelectField>
          <SelectField
            label={t('alerts.zone')}
            value={alerts.timeZone ?? ''}
            onChange={(event) => change({ timeZone: event.target.value })}
          >
            {alerts.timeZone === null ? <option value="">{t('alerts.zone_unknown')}</option> : null}
            <Options values={zones(alerts.timeZone, own)} format={(zone) => zone.replaceAll('_', ' ')} />
          </SelectField>
          <ActionStatus action={action} />
        </div>
      )}
    </Section>
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
