import * as drawings from '@maru/contract/first-icons';
import { Icon, type IconProps } from './icon.tsx';

/**
 * Those of the front page and of what stands on every page: alone in its first script. Drawn on a 24 px grid with one
 * stroke. An icon only ever stands beside words or in a control that has a label, so it is hidden from screen readers.
 */

export function SearchIcon(props: IconProps) {
  return <Icon {...props} path={drawings.search} />;
}
export function CloseIcon(props: IconProps) {
  return <Icon {...props} path={drawings.close} />;
}
export function ArrowDownIcon(props: IconProps) {
  return <Icon {...props} path={drawings.arrowDown} />;
}
export function PinIcon(props: IconProps) {
  return <Icon {...props} path={drawings.pin} />;
}
export function MapIcon(props: IconProps) {
  return <Icon {...props} path={drawings.map} />;
}
export function HouseIcon(props: IconProps) {
  return <Icon {...props} path={drawings.house} />;
}
export function BuildingIcon(props: IconProps) {
  return <Icon {...props} path={drawings.building} />;
}
export function CityIcon(props: IconProps) {
  return <Icon {...props} path={drawings.city} />;
}
export function HashIcon(props: IconProps) {
  return <Icon {...props} path={drawings.hash} />;
}
export function RoadIcon(props: IconProps) {
  return <Icon {...props} path={drawings.road} />;
}
export function ClockIcon(props: IconProps) {
  return <Icon {...props} path={drawings.clock} />;
}
export function PhotoIcon(props: IconProps) {
  return <Icon {...props} path={drawings.photo} />;
}
export function RetryIcon(props: IconProps) {
  return <Icon {...props} path={drawings.retry} />;
}
export function PersonIcon(props: IconProps) {
  return <Icon {...props} path={drawings.person} />;
}

export function ChevronLeftIcon(props: IconProps) {
  return <Icon {...props} path={drawings.chevronLeft} />;
}
export function ChevronRightIcon(props: IconProps) {
  return <Icon {...props} path={drawings.chevronRight} />;
}
