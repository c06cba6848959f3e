import * as drawings from '@maru/contract/icons';
import { Icon, type IconProps } from './icon.tsx';

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
  return <Icon {...props} path={drawings.chevronDown} />;
}
export function ArrowLeftIcon(props: IconProps) {
  return <Icon {...props} path={drawings.arrowLeft} />;
}
export function ExternalIcon(props: IconProps) {
  return <Icon {...props} path={drawings.external} />;
}
export function ListIcon(props: IconProps) {
  return <Icon {...props} path={drawings.list} />;
}
export function FilterIcon(props: IconProps) {
  return <Icon {...props} path={drawings.filter} />;
}
export function CalendarIcon(props: IconProps) {
  return <Icon {...props} path={drawings.calendar} />;
}
export function ShareIcon(props: IconProps) {
  return <Icon {...props} path={drawings.share} />;
}
export function PhoneIcon(props: IconProps) {
  return <Icon {...props} path={drawings.phone} />;
}
export function InfoIcon(props: IconProps) {
  return <Icon {...props} path={drawings.info} />;
}
export function WarningIcon(props: IconProps) {
  return <Icon {...props} path={drawings.warning} />;
}
export function DevicesIcon(props: IconProps) {
  return <Icon {...props} path={drawings.devices} />;
}
export function PhoneDeviceIcon(props: IconProps) {
  return <Icon {...props} path={drawings.phoneDevice} />;
}
export function FileIcon(props: IconProps) {
  return <Icon {...props} path={drawings.file} />;
}
export function CheckIcon(props: IconProps) {
  return <Icon {...props} path={drawings.check} />;
}
export function CopyIcon(props: IconProps) {
  return <Icon {...props} path={drawings.copy} />;
}
export function BellIcon(props: IconProps) {
  return <Icon {...props} path={drawings.bell} />;
}
export function PencilIcon(props: IconProps) {
  return <Icon {...props} path={drawings.pencil} />;
}
export function RadiusIcon(props: IconProps) {
  return <Icon {...props} path={drawings.radius} />;
}
export function ZoomInIcon(props: IconProps) {
  return <Icon {...props} path={drawings.zoomIn} />;
}
export function ZoomOutIcon(props: IconProps) {
  return <Icon {...props} path={drawings.zoomOut} />;
}
export function PlanIcon(props: IconProps) {
  return <Icon {...props} path={drawings.plan} />;
}
export function LayersIcon(props: IconProps) {
  return <Icon {...props} path={drawings.layers} />;
}
export function PrinterIcon(props: IconProps) {
  return <Icon {...props} path={drawings.printer} />;
}
export function PlayIcon(props: IconProps) {
  return <Icon {...props} fill="currentColor" stroke="none" path={drawings.play} />;
}
