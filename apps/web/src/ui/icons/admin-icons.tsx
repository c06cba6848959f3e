import * as drawings from '@maru/contract/icons';
import { createIcon } from './icon.tsx';

/** Icons that only the pages of realtors and admins have. */
export const ToolsIcon = createIcon(drawings.tools);
export const SettingsIcon = createIcon(drawings.settings);
export const PulseIcon = createIcon(drawings.pulse);
export const BadgeIcon = createIcon(drawings.badge);
export const MailIcon = createIcon(drawings.mail);
export const FlagIcon = createIcon(drawings.flag);
export const ScanIcon = createIcon(drawings.scan);
export const QueueIcon = createIcon(drawings.queue);
export const WordsIcon = createIcon(drawings.words);
export const MegaphoneIcon = createIcon(drawings.megaphone);
export const PlayBoxIcon = createIcon(drawings.playBox);
export const ChartIcon = createIcon(drawings.chart);
export const PercentIcon = createIcon(drawings.percent);
export const LayoutIcon = createIcon(drawings.layout);
