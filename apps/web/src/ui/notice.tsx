import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons/icons.tsx';

interface NoticeProps {
  /** Screen readers announce `bad` at once, the others politely. */
  tone: 'good' | 'info' | 'bad';
  title: string;
  /** Label of the close button, which is shown with `onClose`. */
  closeLabel?: string;
  onClose?: () => void;
  children?: ReactNode;
}

/** A message about the result of an action, in place. */
export function Notice({ tone, title, closeLabel, onClose, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className="flex items-start gap-3 rounded-card border border-line bg-surface p-4 text-left"
    >
      <span className={`mt-0.5 ${COLORS[tone]}`}>
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
      {onClose === undefined ? null : (
        <Button variant="icon" className="-m-3 text-quiet hover:text-text" onClick={onClose}>
          <CloseIcon size={18} />
          <span className="sr-only">{closeLabel}</span>
        </Button>
      )}
    </div>
  );
}

const ICONS = { good: CheckIcon, info: InfoIcon, bad: WarningIcon };
const COLORS = { good: 'text-good', info: 'text-quiet', bad: 'text-bad' };
