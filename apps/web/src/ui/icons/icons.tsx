import * as drawings from '@maru/contract/icons';
import { Drawing, type IconProps } from './first-icons.tsx';

/** All icons, for pages that are not the front page. */
export {
  BuildingIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  CityIcon,
  ClockIcon,
  CloseIcon,
  HashIcon,
  HouseIcon,
  MapIcon,
  PersonIcon,
  PhotoIcon,
  PinIcon,
  RetryIcon,
  RoadIcon,
  SearchIcon,
} from './first-icons.tsx';

export function ChevronDownIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.chevronDown} />;
}
export function ArrowLeftIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.arrowLeft} />;
}
export function ExternalIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.external} />;
}
export function ListIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.list} />;
}
export function FilterIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.filter} />;
}
export function CalendarIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.calendar} />;
}
export function ShareIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.share} />;
}
export function PhoneIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.phone} />;
}
export function InfoIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.info} />;
}
export function WarningIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.warning} />;
}
export function DevicesIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.devices} />;
}
export function PhoneDeviceIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.phoneDevice} />;
}
export function FileIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.file} />;
}
export function CheckIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.check} />;
}
export function CopyIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.copy} />;
}
export function BellIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.bell} />;
}
export function PencilIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.pencil} />;
}
export function RadiusIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.radius} />;
}
export function ZoomInIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.zoomIn} />;
}
export function ZoomOutIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.zoomOut} />;
}
export function PlanIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.plan} />;
}
export function LayersIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.layers} />;
}
export function PrinterIcon(props: IconProps) {
  return <Drawing {...props} path={drawings.printer} />;
}
