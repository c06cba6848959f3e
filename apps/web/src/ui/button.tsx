import type { ComponentProps } from 'react';

/**
 * The variants of a button:
 * - `primary`: the action of the page; `secondary`: any other; `danger`: cannot be undone
 * - `quiet`: without an edge; `row`: a line of a menu
 * - `link`, `underlined`, `aside`: looks like a link; underlined under the pointer, always, always and gray
 * - `chip`: on or off (`aria-pressed`); `chosen`: a chip that is on, where `aria-pressed` would be wrong
 * - `action`: one of a row of icons with a word each, on a phone below the icon
 * - `float`, `float-primary`: over a map
 * - `icon`, `icon-outlined`: a round target of 44 px; the caller names it (`aria-label`, or text in `sr-only`)
 * - `bare`: no look, for a control whose content draws it
 */
export type ButtonVariant = keyof typeof VARIANTS;

/** 44 px high with less or more padding, and 48 px high. */
export type ButtonSize = keyof typeof SIZES;

interface ButtonProps extends ComponentProps<'button'> {
  /** Default: `secondary`. */
  variant?: ButtonVariant;
  /** Of `primary`, `secondary` and `danger`; the others have one size. */
  size?: ButtonSize;
}

/** A `<button>` of type `button` by default. `className` is for layout; classes that override the variant need a `!`. */
export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={buttonClass(variant, size, className)} />;
}

/** The classes of a `Button`, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size?: ButtonSize, className = ''): string {
  const usual = USUAL_SIZE[variant];
  const fit = usual === undefined ? '' : SIZES[size ?? usual];
  return `${VARIANTS[variant]} ${fit} ${className}`.trim();
}

const SIZES = { compact: 'min-h-11 px-4', medium: 'min-h-11 px-5', large: 'min-h-12 px-6' };

const BOX = 'inline-flex items-center justify-center gap-2 disabled:opacity-60';
const LINK = `${BOX} min-h-11 underline-offset-4`;
const CHIP = `${BOX} min-h-11 rounded-chip border px-4`;
const FLOAT = `${BOX} min-h-11 rounded-chip px-4 text-sm shadow-float md:pointer-fine:min-h-9`;
const ICON = 'grid size-11 shrink-0 place-items-center rounded-chip hover:bg-sunken disabled:opacity-60';

const VARIANTS = {
  primary: `${BOX} rounded-field bg-primary font-semibold text-on-primary hover:bg-primary-strong`,
  secondary: `${BOX} rounded-field border border-line-strong bg-surface font-semibold hover:bg-sunken`,
  danger: `${BOX} rounded-field border-2 border-bad bg-surface font-semibold text-bad hover:bg-sunken`,
  quiet: `${BOX} min-h-11 rounded-field px-3 font-medium text-primary-text hover:bg-sunken`,
  row: 'flex min-h-11 w-full items-center gap-2 rounded-field px-3 text-left font-medium hover:bg-sunken disabled:opacity-60',
  link: `${LINK} font-medium text-primary-text hover:underline`,
  underlined: `${LINK} font-medium text-primary-text underline`,
  aside: `${LINK} text-quiet underline`,
  chip: `${CHIP} border-line-strong bg-surface hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-primary-text`,
  chosen: `${CHIP} border-primary bg-primary-soft text-primary-text`,
  float: `${FLOAT} bg-surface hover:bg-sunken md:px-3`,
  'float-primary': `${FLOAT} bg-primary font-semibold text-on-primary hover:bg-primary-strong`,
  action:
    'inline-flex items-center justify-center min-h-14 w-full flex-col gap-0.5 rounded-field font-medium text-sm hover:bg-sunken max-[359px]:text-xs lg:min-h-11 lg:w-auto lg:flex-row lg:gap-2 lg:px-3 print:hidden',
  icon: ICON,
  'icon-outlined': `${ICON} border border-line bg-surface text-text`,
  bare: '',
};

const USUAL_SIZE: Partial<Record<ButtonVariant, ButtonSize>> = {
  primary: 'medium',
  secondary: 'compact',
  danger: 'medium',
};
