import type { Rate, SiteSettingsAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Table, Waiting } from './admin-lists.tsx';
import { Panel, Result } from './admin-parts.tsx';

/** A typed amount, with or without thousands separators. */
const AMOUNT = /^[0-9][0-9,]*(\.[0-9]+)?$/;

/** Exchange rate (KRW per USD) and loan interest, each with its day and history. */
export function RatesTab() {
  const { t } = useWords();
  const query = useApiQuery(['admin', 'rates'], (client, signal) => client.loadSiteSettings({ signal }));
  const { data: answer, set } = query;
  if (answer === undefined) return <Waiting query={query} />;
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.rates.lead')}</p>
      {answer.rates.map((rate) => (
        <RatePanel key={`${rate.name} ${rate.version}`} rate={rate} onChange={set} />
      ))}
    </>
  );
}

function RatePanel({ rate, onChange }: { rate: Rate; onChange: (now: SiteSettingsAnswer) => void }) {
  const words = useWords();
  const { t, intl } = words;
  const save = async (client: Client, body: { value: number | null; asOf: string | null }) => {
    onChange(await client.saveRate({ params: { id: rate.name }, body, ifMatch: rate.version }));
    return t('admin.rates.saved');
  };
  const form = useForm({
    initial: { value: rate.value === null ? '' : String(rate.value), asOf: rate.asOf ?? '' },
    check: ({ value, asOf }) => ({
      ...(value.trim() === ''
        ? { value: 'missing' as const }
        : AMOUNT.test(value.trim())
          ? {}
          : { value: 'malformed' as const }),
      ...(asOf === '' ? { asOf: 'missing' as const } : {}),
    }),
    submit: (client, { value, asOf }) =>
      save(client, { value: Number(value.trim().replaceAll(',', '')), asOf }),
    reasonText: (field, reason) =>
      field === 'asOf' && reason === 'out_of_range' ? t('admin.rates.day_ahead') : undefined,
  });
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
  return (
    <Panel title={t(`admin.rates.${rate.name}`)}>
      <p className="text-lg">
        <span className="tabular font-semibold">{rate.value === null ? '' : amount(rate.value)}</span>{' '}
        <span className="text-quiet">
          {rate.asOf === null ? '' : `${t('admin.rates.as_of', { day: day(rate.asOf) })} · `}
          {t(`admin.rates.from_${rate.from}`)}
        </span>
      </p>
      <Form form={form} className="mt-4 flex flex-wrap items-start gap-4">
        <div className="w-44">
          <Field
            label={t(`admin.rates.${rate.name}_field`)}
            inputMode="decimal"
            required
            {...form.field('value')}
          />
        </div>
        <div className="w-44">
          <Field label={t('admin.rates.day')} type="date" required {...form.field('asOf')} />
        </div>
        <Button variant="primary" className="self-end" type="submit" disabled={form.isBusy}>
          {t('profile.save')}
        </Button>
        {rate.from === 'owner' ? (
          <Button
            className="self-end"
            disabled={form.isBusy}
            onClick={() => void form.run((client) => save(client, { value: null, asOf: null }))}
          >
            {t('admin.rates.back')}
          </Button>
        ) : null}
      </Form>
      <Result action={form} />
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
              { title: t('admin.when'), cell: (row) => formatMoment(row.at, words) },
              {
                title: t('admin.audit.who'),
                cell: (row) =>
                  row.actorName === null ? t('admin.audit.gone') : <UserText text={row.actorName} />,
              },
              {
                title: t('admin.rates.value'),
                isNumber: true,
                cell: (row) => amount(row.value),
              },
              {
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
