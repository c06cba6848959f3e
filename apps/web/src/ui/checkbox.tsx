import type { ComponentProps, ReactNode } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> {
  /** What it says: its label. */
  children: ReactNode;
  /** For several lines: the box stands beside the first. */
  isLong?: boolean;
  /** Of the whole, box and label. */
  className?: string;
}

/** A box to tick with its label; both are one target of at least 44 px. */
export function Checkbox({ children, isLong = false, className = '', ...input }: CheckboxProps) {
  return (
    <label
      className={`flex min-h-11 cursor-pointer gap-3 has-disabled:cursor-default has-disabled:text-quiet ${
        isLong ? 'items-start py-2' : 'items-center'
      } ${className}`}
    >
      <input
        {...input}
        type="checkbox"
        className={`size-5 shrink-0 accent-primary ${isLong ? 'mt-0.5' : ''}`}
      />
      {children}
    </label>
  );
}
