import type { CampaignAnswer, CampaignsAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { ChartFigure } from '../ui/chart/chart-figure.tsx';
import { ColumnChart } from '../ui/chart/column-chart.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { FormError } from '../ui/form/field-errors.ts';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { saveCsv } from '../ui/save-file.ts';
import { TextLink } from '../ui/site-link.tsx';
import { Table, Waiting } from './admin-lists.tsx';
import { FilterLinks, Panel, Result } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

/** The version of a source without a name. */
const NOT_NAMED = 0;
const SOURCE = /^[A-Za-z0-9_-]{1,40}$/;
const SPANS = ['7', '30', '90'] as const;
const COUNTS = ['arrivals', 'listings', 'contacts'] as const;

/** Visits by source (`_source` of the URL): arrivals, listings viewed, contacts sent. */
export function CampaignsTab() {
  const { t, intl } = useWords();
  const { text, pathWith } = useAddress();
  const days = SPANS.find((one) => one === text('days')) ?? '30';
  const source = text('source');
  const query = useApiQuery(
    ['admin', 'campaigns', days, source],
    (client, signal) => client.listCampaigns({ query: { days: Number(days), source }, signal }),
    { placeholderData: keepPreviousData },
  );
  const { data: answer, refetch } = query;
  if (answer === undefined) return <Waiting query={query} />;
  const number = (value: number) => intl.formatNumber(value);
  const day = (text1: string) =>
    intl.formatDate(`${text1}T12:00:00Z`, { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
  const sum = (name: (typeof COUNTS)[number]) => answer.days.reduce((all, one) => all + one[name], 0);
  const shown = answer.items.find((one) => one.source === source);
  const name = source === undefined ? t('admin.campaigns.everything') : (shown?.name ?? source);
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.campaigns.lead')}</p>
      <FilterLinks
        name="days"
        label={t('admin.campaigns.span')}
        shown={days}
        values={SPANS}
        formatTitle={(one) => t('admin.campaigns.days', { count: Number(one) })}
      />
      <Panel
        title={source === undefined ? name : <UserText text={name} />}
        aside={
          source === undefined ? undefined : (
            <TextLink path={pathWith({ source: null })}>{t('admin.campaigns.all')}</TextLink>
          )
        }
      >
        {sum('arrivals') === 0 ? (
          <p className="text-quiet">{t('admin.campaigns.chart_empty')}</p>
        ) : (
          <ChartFigure
            message={t('admin.campaigns.message', {
              arrivals: sum('arrivals'),
              listings: sum('listings'),
              contacts: sum('contacts'),
            })}
            note={t('admin.campaigns.note')}
            numbers={{
              caption: t('admin.campaigns.per_day'),
              columns: [
                { label: t('admin.campaigns.day') },
                ...COUNTS.map((key) => ({ label: t(`admin.campaigns.${key}`), numeric: true })),
              ],
              rows: answer.days.map((one) => ({
                key: one.day,
                cells: [day(one.day), ...COUNTS.map((key) => number(one[key]))],
              })),
            }}
          >
            <ColumnChart
              columns={answer.days.map((one) => ({
                key: one.day,
                label: day(one.day),
                values: [one.arrivals],
              }))}
              parts={[{ label: t('admin.campaigns.arrivals') }]}
              formatValue={number}
            />
          </ChartFigure>
        )}
      </Panel>
      <Panel
        title={t('admin.campaigns.sources')}
        aside={
          answer.items.length === 0 ? undefined : (
            <Button onClick={() => saveCsv(`maru-campaigns-${answer.until}.csv`, csvRows(answer, t))}>
              {t('admin.campaigns.export')}
            </Button>
          )
        }
      >
        <Table
          caption={t('admin.campaigns.sources')}
          empty={t('admin.campaigns.none')}
          rows={answer.items}
          keyOf={(row) => row.source}
          columns={[
            {
              title: t('admin.campaigns.name'),
              cell: (row) => (
                <>
                  <TextLink path={pathWith({ source: row.source })}>
                    <UserText text={row.name ?? row.source} />
                  </TextLink>
                  <span className="block text-quiet text-sm" lang="en">
                    {`_source=${row.source}`}
                    {row.endedAt === null ? '' : ` · ${t('admin.campaigns.ended')}`}
                  </span>
                </>
              ),
            },
            ...COUNTS.map((key) => ({
              title: t(`admin.campaigns.${key}`),
              isNumber: true,
              cell: (row: CampaignAnswer) => number(row[key]),
            })),
            {
              title: t('admin.campaigns.share'),
              isNumber: true,
              isExtra: true,
              cell: (row) =>
                row.arrivals === 0
                  ? t('admin.none')
                  : intl.formatNumber(row.contacts / row.arrivals, {
                      style: 'percent',
                      maximumFractionDigits: 1,
                    }),
            },
          ]}
        />
        <p className="mt-3 text-quiet">
          {t('admin.campaigns.consents', { count: answer.consents.marketingEmail })}
        </p>
      </Panel>
      <CampaignForm key={source ?? ''} shown={shown} source={source} onSaved={() => void refetch()} />
    </>
  );
}

function csvRows({ items }: CampaignsAnswer, t: ReturnType<typeof useWords>['t']) {
  return [
    (['source', 'name', ...COUNTS] as const).map((key) => t(`admin.campaigns.${key}`)),
    ...items.map((one) => [one.source, one.name, ...COUNTS.map((key) => one[key])]),
  ];
}

/** Names a source and builds its campaign URL. */
function CampaignForm({
  shown,
  source,
  onSaved,
}: {
  shown: CampaignAnswer | undefined;
  source: string | undefined;
  onSaved: () => void;
}) {
  const { t } = useWords();
  const { pathWith } = useAddress();
  /** The source that this form has saved. It may be corrected here; one named by somebody else may not. */
  const saved = useRef<{ source: string; version: number }>(undefined);
  const form = useForm({
    initial: {
      source: source ?? '',
      name: shown?.name ?? '',
      note: shown?.note ?? '',
      isEnded: shown?.endedAt != null,
    },
    check: (values) => {
      const id = values.source.trim();
      return {
        ...(id === ''
          ? { source: 'missing' as const }
          : SOURCE.test(id)
            ? {}
            : { source: 'malformed' as const }),
        ...(values.name.trim() === '' ? { name: 'missing' as const } : {}),
      };
    },
    submit: async (client, values) => {
      const id = values.source.trim();
      try {
        saved.current = await client.saveCampaign({
          params: { id },
          body: { name: values.name.trim(), note: values.note.trim() || null, isEnded: values.isEnded },
          ifMatch: saved.current?.source === id ? saved.current.version : (shown?.version ?? NOT_NAMED),
        });
      } catch (error) {
        const isTaken = source === undefined && error instanceof ApiError && error.statusCode === 412;
        throw isTaken ? new FormError({ source: 'repeated' }) : error;
      }
      onSaved();
      return t('admin.campaigns.saved');
    },
    reasonText: (_, reason) => (reason === 'repeated' ? t('admin.campaigns.taken') : undefined),
  });
  const typed = form.values.source.trim();
  return (
    <Panel title={t(source === undefined ? 'admin.campaigns.add' : 'admin.campaigns.edit')}>
      <Form form={form} className="grid max-w-[560px] gap-4">
        {source === undefined ? (
          <div>
            <Field
              label={t('admin.campaigns.source')}
              note={t('admin.campaigns.source_note')}
              required
              maxLength={40}
              {...form.field('source')}
            />
            {form.errors.source === 'repeated' ? (
              <TextLink path={pathWith({ source: typed })}>{t('admin.campaigns.see_taken')}</TextLink>
            ) : null}
          </div>
        ) : null}
        <Field label={t('admin.campaigns.name')} required maxLength={100} {...form.field('name')} />
        <Field label={t('admin.campaigns.own_note')} maxLength={500} {...form.field('note')} />
        {typed === '' ? null : (
          <p className="text-sm">
            <span className="text-quiet">{t('admin.campaigns.address')} </span>
            <code lang="en" className="break-all">{`/?_source=${typed}`}</code>
          </p>
        )}
        {source === undefined ? null : (
          <Checkbox {...form.checkbox('isEnded')}>{t('admin.campaigns.is_ended')}</Checkbox>
        )}
        <p>
          <Button variant="primary" type="submit" disabled={form.isBusy}>
            {t('profile.save')}
          </Button>
        </p>
      </Form>
      <Result action={form} />
    </Panel>
  );
}
