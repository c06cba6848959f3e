export interface IconProps {
  /** px; default 20. */
  size?: number;
  className?: string;
}

interface Drawing {
  /** Of packages/contract/src/icons. */
  path: string;
  /** Color of the inside; default: none. */
  fill?: string;
  /** Color of the outline. */
  stroke?: string;
}

/**
 * An icon, drawn on a grid of 24 px with one stroke, in the color of the text. It stands beside text or in a control that
 * has a label, so it is hidden from screen readers.
 */
export function Icon({
  size = 20,
  className = '',
  path,
  fill = 'none',
  stroke = 'currentColor',
}: IconProps & Drawing) {
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

/**
 * Creates the component of an icon. The annotation lets the bundler drop icons that no page uses.
 * @__NO_SIDE_EFFECTS__
 */
export function createIcon(path: string, colors?: Omit<Drawing, 'path'>) {
  return (props: IconProps) => <Icon {...props} {...colors} path={path} />;
}
