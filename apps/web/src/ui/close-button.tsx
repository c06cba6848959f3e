import { Button } from './button.tsx';
import { CloseIcon } from './icons/icons.tsx';

/** The way out of a dialog, in its corner. */
export function CloseButton({
  label,
  className = '',
  onClick,
}: {
  label: string;
  className?: string;
  onClick: () => void;
}) {
  return (
    <Button variant="icon" className={className} onClick={onClick}>
      <CloseIcon />
      <span className="sr-only">{label}</span>
    </Button>
  );
}
