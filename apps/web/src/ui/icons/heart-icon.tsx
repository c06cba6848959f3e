import { heart } from '@maru/contract/first-icons';
import { Icon, type IconProps } from './icon.tsx';

/** Empty, or full: the state is in the shape too, not in the color alone. */
export function HeartIcon({ isFull, ...props }: IconProps & { isFull: boolean }) {
  return <Icon {...props} fill={isFull ? 'currentColor' : 'none'} path={heart} />;
}
