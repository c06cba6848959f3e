import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons/icons.tsx';

interface NoticeProps {
  /** `bad` is read out at once; the others when there is a pause. */
  tone: 'good' | 'info' | 'bad';
  title: string;
  /** What the × is called; without `onClose` there is none. */
  closeLabel?: string;
  onClose?: () => void;
  children?: ReactNode;
}

/** Something that happened, said where one looks. */
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
