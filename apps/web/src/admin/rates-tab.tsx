import type { Rate, SiteSettingsAnswer } from '@maru/contract';
import type { FormEvent } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { Written } from '../contact/written.tsx';
import { useWords } from '../i18n/words.tsx';
import { Field } from '../ui/field.tsx';
import { LOUD, Panel, QUIET, Said, Table, Waiting } from './admin-parts.tsx';
import { useAction, useAsked } from './use-asked.ts';

/** The day's rates: won for a dollar and a loan's interest, each with its day and its history. */
export function RatesTab() {
  const { t } = useWords();
  const { answer, failed, again, put } = useAsked<SiteSettingsAnswer>('rates', (client, signal) =>
    client.loadSiteSettings({ signal }),
  );
  if (answer === undefined) return <Waiting failed={failed} again={again} />;
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.rates.lead')}</p>
      {answer.rates.map((rate) => (
        <RatePanel key={`${rate.name} ${rate.version}`} rate={rate} onChange={put} />
      ))}
    </>
  );
}

function RatePanel({ rate, onChange }: { rate: Rate; onChange: (now: SiteSettingsAnswer) => void }) {
  const words = useWords();
  const { t, intl } = words;
  const { said, busy, run } = useAction();
  const day = (text: string | null) =>
    text === null
      ? t('admin.unknown')
      : intl.formatDate(`${text}T12:00:00Z`, {
          dateStyle: words.locale === 'ko' ? 'long' : 'medium',
          timeZone: 'UTC',
        });
  const amount = (value: number | null) =>
    value === null
      ? t('admin.rates.setting')
      : t(`admin.rates.${rate.name}_value`, {
          value: intl.formatNumber(value, { maximumFractionDigits: 3 }),
        });
  const save = (value: number | null, asOf: string | null, ifMatch?: number) =>
    run(async (client) => {
      onChange(
        await client.saveRate({
          params: { id: rate.name },
          body: { value, asOf },
          ...(ifMatch === undefined ? {} : { ifMatch }),
        }),
      );
      return t('admin.rates.saved');
    });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const value = Number(String(form.get('value') ?? '').replaceAll(',', ''));
    void save(value, String(form.get('asOf') ?? ''), rate.version);
  };
  return (
    <Panel title={t(`admin.rates.${rate.name}`)}>
      <p className="text-lg">
        <span className="tabular font-semibold">{rate.value === null ? '' : amount(rate.value)}</span>{' '}
        <span className="text-quiet">
          {rate.asOf === null ? '' : `${t('admin.rates.as_of', { day: day(rate.asOf) })} · `}
          {t(`admin.rates.from_${rate.from}`)}
        </span>
      </p>
      <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-4">
        <div className="w-44">
          <Field
            label={t(`admin.rates.${rate.name}_field`)}
            name="value"
            inputMode="decimal"
            required
            pattern="[0-9][0-9,]*(\.[0-9]+)?"
            defaultValue={rate.value === null ? '' : String(rate.value)}
          />
        </div>
        <label className="block">
          <span className="block font-semibold">{t('admin.rates.day')}</span>
          <input
            type="date"
            name="asOf"
            required
            defaultValue={rate.asOf ?? ''}
            className="mt-2 h-12 rounded-field border border-line-strong bg-surface px-3"
          />
        </label>
        <button type="submit" className={LOUD} disabled={busy}>
          {t('profile.save')}
        </button>
        {rate.from === 'owner' ? (
          <button
            type="button"
            className={QUIET}
            disabled={busy}
            onClick={() => void save(null, null, rate.version)}
          >
            {t('admin.rates.back')}
          </button>
        ) : null}
      </form>
      <Said said={said} />
      {rate.history.length === 0 ? null : (
        <details className="mt-3">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text">
            {t('admin.history')}
          </summary>
          <Table
            caption={t('admin.history')}
            rows={rate.history}
            keyOf={(row) => row.at}
            columns={[
              { key: 'at', title: t('admin.when'), cell: (row) => formatMoment(row.at, words) },
              {
                key: 'who',
                title: t('admin.audit.who'),
                cell: (row) =>
                  row.actorName === null ? t('admin.audit.gone') : <Written text={row.actorName} />,
              },
              {
                key: 'value',
                title: t('admin.rates.value'),
                isNumber: true,
                cell: (row) => amount(row.value),
              },
              {
                key: 'day',
                title: t('admin.rates.day'),
                cell: (row) => (row.asOf === null ? '' : day(row.asOf)),
              },
            ]}
          />
        </details>
      )}
    </Panel>
  );
}
