import * as drawings from '@maru/contract/icons';
import { createIcon } from './icon.tsx';

/** Icons of saved, hidden and compared homes: not part of a page's first script. */

export const MoreIcon = createIcon(drawings.more);
export const CompareIcon = createIcon(drawings.compare);
export const HideIcon = createIcon(drawings.hide);
export const FamilyIcon = createIcon(drawings.family);
export const ChatIcon = createIcon(drawings.chat);
