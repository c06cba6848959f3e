import * as drawings from '@maru/contract/first-icons';
import { createIcon, Icon, type IconProps } from './icon.tsx';

/** Icons of the front page and of what every page has: a separate file, because it is part of the first script. */

export const SearchIcon = createIcon(drawings.search);
export const CloseIcon = createIcon(drawings.close);
export const ArrowDownIcon = createIcon(drawings.arrowDown);
export const PinIcon = createIcon(drawings.pin);
export const MapIcon = createIcon(drawings.map);
export const HouseIcon = createIcon(drawings.house);
export const BuildingIcon = createIcon(drawings.building);
export const CityIcon = createIcon(drawings.city);
export const HashIcon = createIcon(drawings.hash);
export const RoadIcon = createIcon(drawings.road);
export const ClockIcon = createIcon(drawings.clock);
export const PhotoIcon = createIcon(drawings.photo);
export const RetryIcon = createIcon(drawings.retry);
export const PersonIcon = createIcon(drawings.person);
export const ChevronLeftIcon = createIcon(drawings.chevronLeft);
export const ChevronRightIcon = createIcon(drawings.chevronRight);

/** Outlined, or filled: the state is in the shape too, not in the color alone. */
export function HeartIcon({ isFull, ...props }: IconProps & { isFull: boolean }) {
  return <Icon {...props} fill={isFull ? 'currentColor' : 'none'} path={drawings.heart} />;
}
