import * as drawings from '@maru/contract/icons';
import { createIcon } from './icon.tsx';

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

export const ChevronDownIcon = createIcon(drawings.chevronDown);
export const ArrowLeftIcon = createIcon(drawings.arrowLeft);
export const ExternalIcon = createIcon(drawings.external);
export const ListIcon = createIcon(drawings.list);
export const FilterIcon = createIcon(drawings.filter);
export const CalendarIcon = createIcon(drawings.calendar);
export const ShareIcon = createIcon(drawings.share);
export const PhoneIcon = createIcon(drawings.phone);
export const InfoIcon = createIcon(drawings.info);
export const WarningIcon = createIcon(drawings.warning);
export const DevicesIcon = createIcon(drawings.devices);
export const PhoneDeviceIcon = createIcon(drawings.phoneDevice);
export const FileIcon = createIcon(drawings.file);
export const CheckIcon = createIcon(drawings.check);
export const CopyIcon = createIcon(drawings.copy);
export const BellIcon = createIcon(drawings.bell);
export const PencilIcon = createIcon(drawings.pencil);
export const RadiusIcon = createIcon(drawings.radius);
export const ZoomInIcon = createIcon(drawings.zoomIn);
export const ZoomOutIcon = createIcon(drawings.zoomOut);
export const PlanIcon = createIcon(drawings.plan);
export const LayersIcon = createIcon(drawings.layers);
export const PrinterIcon = createIcon(drawings.printer);
export const PlayIcon = createIcon(drawings.play, { fill: 'currentColor', stroke: 'none' });
