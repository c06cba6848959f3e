import * as drawings from '@maru/contract/icons';
import { Icon, type IconProps } from './icon.tsx';

/** Those of what one keeps, hides and compares: none of a page's first script. */

export function MoreIcon(props: IconProps) {
  return <Icon {...props} path={drawings.more} />;
}
export function CompareIcon(props: IconProps) {
  return <Icon {...props} path={drawings.compare} />;
}
export function HideIcon(props: IconProps) {
  return <Icon {...props} path={drawings.hide} />;
}
export function FamilyIcon(props: IconProps) {
  return <Icon {...props} path={drawings.family} />;
}
export function ChatIcon(props: IconProps) {
  return <Icon {...props} path={drawings.chat} />;
}
