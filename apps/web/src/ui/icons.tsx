/**
 * Drawn on a 24 px grid with one stroke. An icon only ever stands beside words or in a control that has a label,
 * so it is hidden from screen readers.
 */

interface IconProps {
  /** px; default 20. */
  size?: number;
  className?: string;
}

export function SearchIcon(props: IconProps) {
  return <Drawing {...props} path="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 4.5 4.5" />;
}
export function CloseIcon(props: IconProps) {
  return <Drawing {...props} path="m6 6 12 12M18 6 6 18" />;
}
export function ChevronDownIcon(props: IconProps) {
  return <Drawing {...props} path="m6 9.5 6 6 6-6" />;
}
export function ChevronLeftIcon(props: IconProps) {
  return <Drawing {...props} path="m14.5 6-6 6 6 6" />;
}
export function ChevronRightIcon(props: IconProps) {
  return <Drawing {...props} path="m9.5 6 6 6-6 6" />;
}
export function ArrowLeftIcon(props: IconProps) {
  return <Drawing {...props} path="M20 12H4m6-6-6 6 6 6" />;
}
export function ArrowDownIcon(props: IconProps) {
  return <Drawing {...props} path="M12 4v16m-6-6 6 6 6-6" />;
}
export function ExternalIcon(props: IconProps) {
  return <Drawing {...props} path="M9 5H5v14h14v-4M13 5h6v6m0-6-9 9" />;
}
export function PinIcon(props: IconProps) {
  return (
    <Drawing
      {...props}
      path="M12 21s7-6.1 7-11a7 7 0 1 0-14 0c0 4.9 7 11 7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z"
    />
  );
}
export function MapIcon(props: IconProps) {
  return <Drawing {...props} path="m4 6 5.5-2 5 2L20 4v14l-5.5 2-5-2L4 20V6Zm5.5-2v14m5-12v14" />;
}
export function ListIcon(props: IconProps) {
  return <Drawing {...props} path="M4 6h16M4 12h16M4 18h16" />;
}
export function FilterIcon(props: IconProps) {
  return (
    <Drawing
      {...props}
      path="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Zm-7 10a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z"
    />
  );
}
export function HouseIcon(props: IconProps) {
  return <Drawing {...props} path="m3.5 11.5 8.5-7 8.5 7M6 9.8V19.5h12V9.8M10 19.5v-5h4v5" />;
}
export function BuildingIcon(props: IconProps) {
  return <Drawing {...props} path="M6 20V4h12v16M4 20h16M9.5 8h1m3 0h1m-5 4h1m3 0h1m-4 8v-4h3v4" />;
}
export function CityIcon(props: IconProps) {
  return <Drawing {...props} path="M3.5 20V10.5h6V20m0 0V5h6v15m0 0v-7.5h5V20M2.5 20h19M12 8.5h1M12 12h1" />;
}
export function HashIcon(props: IconProps) {
  return <Drawing {...props} path="M9.5 4 7.5 20m9-16-2 16M4.5 9h16m-17 6h16" />;
}
export function RoadIcon(props: IconProps) {
  return <Drawing {...props} path="M8 4 4 20m12-16 4 16M12 4v3m0 3.5v3m0 3.5v3" />;
}
export function ClockIcon(props: IconProps) {
  return <Drawing {...props} path="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 4V12l3 2" />;
}
export function CalendarIcon(props: IconProps) {
  return <Drawing {...props} path="M5 6h14v14H5V6Zm0 4.5h14M9 3.5V7m6-3.5V7" />;
}
export function ShareIcon(props: IconProps) {
  return <Drawing {...props} path="M12 15V4m-4 3.5L12 4l4 3.5M7 11H5v9h14v-9h-2" />;
}
export function PhotoIcon(props: IconProps) {
  return (
    <Drawing
      {...props}
      path="M4 5h16v14H4V5Zm0 11 4.5-4.5L13 16l3-3 4 4M15.5 9.8a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6Z"
    />
  );
}
export function PhoneIcon(props: IconProps) {
  return (
    <Drawing
      {...props}
      path="M6 4h3l1.5 4.5-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2L20 15v3a2 2 0 0 1-2.2 2A15.5 15.5 0 0 1 4 6.2 2 2 0 0 1 6 4Z"
    />
  );
}
export function InfoIcon(props: IconProps) {
  return <Drawing {...props} path="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 7.5v5m0-8.4v.1" />;
}
export function WarningIcon(props: IconProps) {
  return <Drawing {...props} path="M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.4v.1" />;
}
export function RetryIcon(props: IconProps) {
  return <Drawing {...props} path="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4.5H15" />;
}
export function PencilIcon(props: IconProps) {
  return <Drawing {...props} path="m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20Zm10-13.5 3.5 3.5" />;
}
export function RadiusIcon(props: IconProps) {
  return <Drawing {...props} path="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 8.5h8.5M12 11.5v1" />;
}
function Drawing({ size = 20, className = '', path }: IconProps & { path: string }) {
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
