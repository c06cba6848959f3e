import type { ComponentProps, ReactNode } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> {
  children: ReactNode;
  /** For labels of several lines: aligns the box with the first. */
  isLong?: boolean;
  /** Of box and label together. */
  className?: string;
}

/** A checkbox with its label; both are one target of at least 44 px. */
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
