import { NULLABLE_FILTERS, type Range, type SearchQuery } from '@maru/listing/search';
import type { MessageKey } from '@maru/words';
import { type ReactNode, useId } from 'react';
import { useWords, type Words } from '../../i18n/words.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { switchUnknown } from '../page-address.ts';
import { type FilterCounts, type FilterField, type FilterProps, withFilter } from './filter-state.ts';

interface ChoiceProps {
  kind: 'radio' | 'checkbox';
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  /** How many homes choosing it would give; undefined before the first response. */
  count?: number;
  /** Less padding at the sides, for a grid of equal widths. */
  isNarrow?: boolean;
}

/** One choice of a filter as a pill with its count, over a native control. */
export function Choice({ kind, name, checked, onChange, children, count, isNarrow = false }: ChoiceProps) {
  const { t, intl } = useWords();
  const none = count === 0 && !checked;
  return (
    <label
      className={`relative inline-flex min-h-11 cursor-pointer items-center justify-center gap-1.5 rounded-chip border text-sm ${isNarrow ? 'px-1' : 'px-4'} has-focus-visible:outline-3 has-focus-visible:outline-primary has-focus-visible:outline-offset-2 ${
        checked
          ? 'border-primary bg-primary-soft font-semibold text-primary-text'
          : none
            ? 'border-line text-quiet'
            : 'border-line-strong hover:bg-sunken'
      }`}
    >
      <input
        type={kind}
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span>{children}</span>
      {count === undefined ? null : (
        <span className="tabular font-normal text-quiet text-xs">
          <span aria-hidden="true">{intl.formatNumber(count)}</span>
          <span className="sr-only">{t('search.count', { count })}</span>
        </span>
      )}
    </label>
  );
}

interface ChoiceGroupProps {
  legend: string;
  note?: string | undefined;
  /** Four of equal width in a row, instead of as many as fit. */
  isGrid?: boolean;
  children: ReactNode;
}

export function ChoiceGroup({ legend, note, isGrid = false, children }: ChoiceGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={note === undefined ? undefined : id}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={isGrid ? 'grid grid-cols-4 gap-2' : 'flex flex-wrap gap-2'}>{children}</div>
      {note === undefined ? null : (
        <p id={id} className="mt-2 text-quiet text-sm">
          {note}
        </p>
      )}
    </fieldset>
  );
}

interface OneOfProps<T> {
  legend: string;
  /** "Any" is checked for undefined, and for a value that is none of the choices. */
  value: T | undefined;
  choices: readonly { value: T; text: string; count?: number | undefined }[];
  onChange: (value: T | undefined) => void;
  note?: string | undefined;
}

/** One of a few values, or any. */
export function OneOf<T>({ legend, value, choices, onChange, note }: OneOfProps<T>) {
  const { t } = useWords();
  const name = useId();
  const chosen = choices.find((one) => isSameValue(one.value, value));
  return (
    <ChoiceGroup legend={legend} note={note}>
      <Choice kind="radio" name={name} checked={chosen === undefined} onChange={() => onChange(undefined)}>
        {t('filter.any')}
      </Choice>
      {choices.map((one) => (
        <Choice
          key={one.text}
          kind="radio"
          name={name}
          checked={one === chosen}
          count={one.count}
          onChange={() => onChange(one.value)}
        >
          {one.text}
        </Choice>
      ))}
    </ChoiceGroup>
  );
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [one, other] = [a, b] as [Range, Range];
  return one.min === other.min && one.max === other.max;
}

interface SomeOfProps<T extends string> extends Omit<ChoiceGroupProps, 'children'> {
  /** In the order in which they are shown. */
  all: readonly T[];
  chosen: readonly T[];
  format: (value: T) => string;
  counts: Partial<Record<T, number>> | undefined;
  /** The chosen values in the order of the address. */
  onChange: (chosen: T[]) => void;
  /** The order of the address; default: `all`. */
  order?: readonly T[];
}

/** Any number of values. */
export function SomeOf<T extends string>(props: SomeOfProps<T>) {
  const { all, chosen, format, counts, onChange, order = all, ...group } = props;
  const name = useId();
  return (
    <ChoiceGroup {...group}>
      {all.map((one) => (
        <Choice
          key={one}
          kind="checkbox"
          name={`${name}-${one}`}
          isNarrow={group.isGrid}
          checked={chosen.includes(one)}
          count={counts?.[one]}
          onChange={(on) => onChange(order.filter((other) => (other === one ? on : chosen.includes(other))))}
        >
          {format(one)}
        </Choice>
      ))}
    </ChoiceGroup>
  );
}

type ChoiceList<K extends FilterField> = OneOfProps<NonNullable<SearchQuery[K]>>['choices'];

/** Makes the panel of a filter that has one of a few values. */
export function oneOfPanel<K extends FilterField>(
  filter: K,
  legend: MessageKey,
  listChoices: (t: Words['t'], counts: FilterCounts['choices']) => ChoiceList<K>,
  note?: MessageKey,
) {
  return function OneOfPanel(props: FilterProps) {
    const { query, counts, onChange } = props;
    const { t } = useWords();
    return (
      <div>
        <OneOf
          legend={t(legend)}
          value={query[filter] as NonNullable<SearchQuery[K]> | undefined}
          choices={listChoices(t, counts.choices)}
          onChange={(value) => onChange(withFilter(query, filter, value), 'push')}
          note={note && t(note)}
        />
        <NotStated filter={filter} {...props} />
      </div>
    );
  };
}

/** Makes the panel of a filter that is on or off. */
export function flagPanel(filter: 'furnished' | 'new', legend: MessageKey, text: MessageKey) {
  return function FlagPanel(props: FilterProps) {
    const { query, counts, onChange } = props;
    const { t } = useWords();
    return (
      <div>
        <ChoiceGroup legend={t(legend)}>
          <Choice
            kind="checkbox"
            name={useId()}
            checked={query[filter] ?? false}
            count={filter === 'new' ? counts.choices?.new : undefined}
            onChange={(on) => onChange(withFilter(query, filter, on ? true : undefined), 'push')}
          >
            {t(text)}
          </Choice>
        </ChoiceGroup>
        <NotStated filter={filter} {...props} />
      </div>
    );
  };
}

/** The switch that leaves out homes whose monthly cost is only partly stated; with it they are counted as well. */
export function WholeCost({
  query,
  counts,
  onChange,
  className = 'mt-1',
}: Omit<FilterProps, 'counts'> & { counts: Pick<FilterCounts, 'atLeast'>; className?: string }) {
  const { t, intl } = useWords();
  if (query.monthly === undefined || (counts.atLeast ?? 0) === 0) return null;
  return (
    <Checkbox
      className={`gap-2! text-sm ${className}`}
      checked={query.wholeCost ?? false}
      onChange={(event) =>
        onChange(withFilter(query, 'wholeCost', event.target.checked ? true : undefined), 'push')
      }
    >
      {t('search.whole_cost', { count: intl.formatNumber(counts.atLeast ?? 0) })}
    </Checkbox>
  );
}

/** How many homes a filter leaves out because their value is not stated, and the switch that includes them (rule R10). */
export function NotStated({ filter, query, counts, onChange }: FilterProps & { filter: FilterField }) {
  const { t, intl } = useWords();
  const nullable = NULLABLE_FILTERS.find((one) => one === filter);
  const count = nullable === undefined ? 0 : (counts.unknown[nullable] ?? 0);
  if (nullable === undefined || query[nullable] === undefined || count === 0) return null;
  return (
    <Checkbox
      className="mt-1 gap-2! text-sm"
      checked={query.unk?.includes(nullable) ?? false}
      onChange={(event) => onChange(switchUnknown(query, nullable, event.target.checked), 'push')}
    >
      {t('filter.not_stated', { count: intl.formatNumber(count) })}
    </Checkbox>
  );
}
