import * as drawings from '@maru/contract/icons';
import { Icon, type IconProps } from './icon.tsx';

/** Icons that only the pages of realtors and admins have. */
export function ToolsIcon(props: IconProps) {
  return <Icon {...props} path={drawings.tools} />;
}
export function SettingsIcon(props: IconProps) {
  return <Icon {...props} path={drawings.settings} />;
}
export function PulseIcon(props: IconProps) {
  return <Icon {...props} path={drawings.pulse} />;
}
export function BadgeIcon(props: IconProps) {
  return <Icon {...props} path={drawings.badge} />;
}
export function MailIcon(props: IconProps) {
  return <Icon {...props} path={drawings.mail} />;
}
export function FlagIcon(props: IconProps) {
  return <Icon {...props} path={drawings.flag} />;
}
export function ScanIcon(props: IconProps) {
  return <Icon {...props} path={drawings.scan} />;
}
export function QueueIcon(props: IconProps) {
  return <Icon {...props} path={drawings.queue} />;
}
export function WordsIcon(props: IconProps) {
  return <Icon {...props} path={drawings.words} />;
}
export function MegaphoneIcon(props: IconProps) {
  return <Icon {...props} path={drawings.megaphone} />;
}
export function PlayBoxIcon(props: IconProps) {
  return <Icon {...props} path={drawings.playBox} />;
}
export function ChartIcon(props: IconProps) {
  return <Icon {...props} path={drawings.chart} />;
}
export function PercentIcon(props: IconProps) {
  return <Icon {...props} path={drawings.percent} />;
}
export function LayoutIcon(props: IconProps) {
  return <Icon {...props} path={drawings.layout} />;
}
