export interface IconProps {
  /** px; default 20. */
  size?: number;
  className?: string;
}

interface DrawnProps extends IconProps {
  /** Of packages/contract/src/icons/icon-drawings.ts. */
  path: string;
  /** Of the inside; default: none. */
  fill?: string;
  /** Of the outline. */
  stroke?: string;
}

/**
 * An icon, drawn on a grid of 24 px with one stroke, in the color of the text. It stands beside words or in a control that
 * has a label, so it is hidden from screen readers.
 */
export function Icon({
  size = 20,
  className = '',
  path,
  fill = 'none',
  stroke = 'currentColor',
}: DrawnProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={fill}
      stroke={stroke}
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={`shrink-0 ${className}`}
    >
      <path d={path} />
    </svg>
  );
}
