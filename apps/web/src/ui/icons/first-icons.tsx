import * as drawings from '@maru/contract/first-icons';

/**
 * Those of the front page and of what stands on every page: alone in its first script. Drawn on a 24 px grid with one
 * stroke. An icon only ever stands beside words or in a control that has a label, so it is hidden from screen readers.
 */

export interface IconProps {
  /** px; default 20. */
  size?: number;
  className?: string;
}

export function SearchIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.search} />;
}
export function CloseIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.close} />;
}
export function ArrowDownIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.arrowDown} />;
}
export function PinIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.pin} />;
}
export function MapIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.map} />;
}
export function HouseIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.house} />;
}
export function BuildingIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.building} />;
}
export function CityIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.city} />;
}
export function HashIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.hash} />;
}
export function RoadIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.road} />;
}
export function ClockIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.clock} />;
}
export function PhotoIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.photo} />;
}
export function RetryIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.retry} />;
}
export function PersonIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.person} />;
}

export function ChevronLeftIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.chevronLeft} />;
}
export function ChevronRightIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.chevronRight} />;
}

export function Drawing({ size = 20, className = '', path }: IconProps & { path: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
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
