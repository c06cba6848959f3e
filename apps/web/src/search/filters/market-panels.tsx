import { STATUS_FILTERS, type StatusFilter } from '@maru/listing';
import { CUT_CHOICES, DAYS_CHOICES } from '@maru/listing/search';
import { useId } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Choice } from './choice.tsx';
import { type FilterProps, withFilter } from './filter-state.ts';
import { NotStated } from './not-stated.tsx';
import { OneOf } from './one-of.tsx';
import { FIELD } from './range-fields.tsx';

/** How a home stands on the market: since when, at which state, with what news. */

const SOLD_MONTHS = [3, 6, 12, 24];

export function DaysPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  return (
    <div>
      <OneOf
        legend={t('filter.dom')}
        any={t('filter.any')}
        value={query.dom?.min === undefined ? query.dom?.max : undefined}
        choices={DAYS_CHOICES.map((days, at) => ({
          value: days as number,
          text: t('filter.days', { days }),
          count: counts.choices?.dom[at],
        }))}
        onChange={(days) =>
          onChange(withFilter(query, 'dom', days === undefined ? undefined : { max: days }), 'push')
        }
        note={t('filter.dom_note')}
      />
      <NotStated filter="dom" {...props} />
    </div>
  );
}

export function CutPanel({ query, counts, onChange }: FilterProps) {
  const { t } = useWords();
  return (
    <OneOf
      legend={t('criterion.cut')}
      any={t('filter.any')}
      value={query.cut}
      choices={[
        ...CUT_CHOICES.map((percent, at) => ({
          value: percent as number,
          text: percent === 0 ? t('filter.cut_any') : t('filter.cut_percent', { percent }),
          count: counts.choices?.cut[at],
        })),
      ]}
      onChange={(percent) => onChange(withFilter(query, 'cut', percent), 'push')}
    />
  );
}

export function OpenHousePanel({ query, counts, onChange }: FilterProps) {
  const { t } = useWords();
  const id = useId();
  const day = query.open !== undefined && /^\d/.test(query.open) ? query.open : '';
  return (
    <div>
      <OneOf
        legend={t('criterion.open')}
        any={t('filter.any')}
        value={day === '' ? query.open : undefined}
        choices={[
          { value: 'any', text: t('filter.open_any'), count: counts.choices?.open.any },
          { value: 'weekend', text: t('filter.open_weekend'), count: counts.choices?.open.weekend },
        ]}
        onChange={(open) => onChange(withFilter(query, 'open', open), 'push')}
      />
      <DayField
        id={id}
        label={t('filter.open_day')}
        value={day}
        onChange={(open) => onChange(withFilter(query, 'open', open), 'push')}
      />
    </div>
  );
}

export function ConditionPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('filter.condition')}</legend>
      <Choice
        kind="checkbox"
        name={name}
        checked={query.new ?? false}
        count={counts.choices?.new}
        onChange={(on) => onChange(withFilter(query, 'new', on ? true : undefined), 'push')}
      >
        {t('criterion.new')}
      </Choice>
      <NotStated filter="new" {...props} />
    </fieldset>
  );
}

/** The legal status of a community, as its record states it; nothing about who lives there (rule R48). */
export function SeniorPanel(props: FilterProps) {
  const { query, counts, onChange } = props;
  const { t } = useWords();
  return (
    <div>
      <OneOf
        legend={t('criterion.senior')}
        any={t('filter.any')}
        value={query.senior === undefined ? undefined : query.senior ? 'only' : 'without'}
        choices={[
          { value: 'without', text: t('filter.senior_without'), count: counts.choices?.senior.without },
          { value: 'only', text: t('filter.senior_only'), count: counts.choices?.senior.only },
        ]}
        onChange={(choice) =>
          onChange(withFilter(query, 'senior', choice === undefined ? undefined : choice === 'only'), 'push')
        }
        note={t('filter.senior_note')}
      />
      <NotStated filter="senior" {...props} />
    </div>
  );
}

export function StatusPanel({ query, counts, onChange }: FilterProps) {
  const { t } = useWords();
  const name = useId();
  const chosen = query.status ?? ['active'];
  const soldCount = counts.facets?.status.sold ?? 0;
  const choose = (next: StatusFilter[]) => {
    const isPlain = next.length === 0 || (next.length === 1 && next[0] === 'active');
    const { soldMonths: _months, ...rest } = withFilter(query, 'status', isPlain ? undefined : next);
    const months = next.includes('sold') ? query.soldMonths : undefined;
    onChange(months === undefined ? rest : { ...rest, soldMonths: months }, 'push');
  };
  return (
    <div className="space-y-3">
      <fieldset>
        <legend className="mb-2 font-semibold">{t('filter.status')}</legend>
        <div className="flex flex-wrap gap-2">
          {STATUS_FILTERS.filter((one) => one !== 'sold' || soldCount > 0 || chosen.includes('sold')).map(
            (one) => (
              <Choice
                key={one}
                kind="checkbox"
                name={`${name}-${one}`}
                checked={chosen.includes(one)}
                count={counts.facets?.status[one]}
                onChange={(on) =>
                  choose(STATUS_FILTERS.filter((other) => (other === one ? on : chosen.includes(other))))
                }
              >
                {t(`status.${one}`)}
              </Choice>
            ),
          )}
        </div>
        {soldCount > 0 || chosen.includes('sold') ? null : (
          <p className="mt-2 text-quiet text-sm">{t('filter.sold_unavailable')}</p>
        )}
      </fieldset>
      {chosen.includes('sold') ? (
        <label className="flex items-center gap-3 text-sm">
          <span className="shrink-0">{t('filter.sold_within')}</span>
          <select
            className={FIELD}
            value={query.soldMonths ?? 12}
            onChange={(event) => {
              const { soldMonths: _months, page: _page, ...rest } = query;
              const months = Number(event.target.value);
              onChange(months === 12 ? rest : { ...rest, soldMonths: months }, 'push');
            }}
          >
            {SOLD_MONTHS.map((months) => (
              <option key={months} value={months}>
                {t('filter.months', { months })}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </div>
  );
}

/** A day of the calendar, or none. */
export function DayField({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  onChange: (day: string | undefined) => void;
}) {
  return (
    <div className="mt-2 flex items-center gap-3">
      <label htmlFor={`${id}-day`} className="shrink-0 text-quiet text-sm">
        {label}
      </label>
      <input
        id={`${id}-day`}
        type="date"
        className={`${FIELD} max-w-52`}
        value={value}
        min="2020-01-01"
        max="2099-12-31"
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
    </div>
  );
}
