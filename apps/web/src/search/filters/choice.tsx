import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.tsx';

interface ChoiceProps {
  kind: 'radio' | 'checkbox';
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  /** How many homes choosing it would give; unknown before the first answer. */
  count?: number;
  /** Among many of one width: little room at its sides. */
  isNarrow?: boolean;
}

/** One choice of a filter as a pill with its count; a native control underneath. */
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
