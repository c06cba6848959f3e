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
    <button
      type="button"
      className={`grid size-11 shrink-0 place-items-center rounded-chip hover:bg-sunken ${className}`}
      onClick={onClick}
    >
      <CloseIcon />
      <span className="sr-only">{label}</span>
    </button>
  );
}
