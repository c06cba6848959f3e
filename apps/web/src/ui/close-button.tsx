import { Button } from './button.tsx';
import { CloseIcon } from './icons/icons.tsx';

/** The × in the corner of a dialog. */
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
