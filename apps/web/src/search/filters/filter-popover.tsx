import { type ReactNode, useRef } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { focusRefused, leaveField } from '../../ui/field-focus.ts';
import { ChevronDownIcon } from '../../ui/icons/icons.tsx';
import { useDropdown } from '../../ui/use-dropdown.ts';

interface FilterPopoverProps {
  /** The filter's name, or its value once it is on. */
  label: string;
  active: boolean;
  children: ReactNode;
  /** Aligns the panel with the button's right edge. */
  alignEnd?: boolean;
}

/**
 * A button of the filter bar with its panel. Escape and a press outside close it and focus the button. "Done" does so
 * only if all fields are valid.
 */
export function FilterPopover({ label, active, children, alignEnd = false }: FilterPopoverProps) {
  const { t } = useWords();
  const { isOpen, setOpen, box, button, id } = useDropdown();
  const panel = useRef<HTMLElement>(null);

  return (
    <div ref={box} className="relative">
      <Button
        variant={active ? 'chosen' : 'chip'}
        className={`whitespace-nowrap text-sm ${active ? 'font-semibold' : ''}`}
        ref={button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          leaveField(panel.current);
          setOpen(!isOpen);
        }}
      >
        {label}
        <ChevronDownIcon size={16} className={isOpen ? 'rotate-180' : ''} />
      </Button>
      {isOpen ? (
        <section
          ref={panel}
          id={id}
          aria-label={label}
          className={`absolute top-full z-40 mt-2 max-h-[min(640px,calc(100dvh-160px))] min-h-40 w-[400px] overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-float ${
            alignEnd ? 'right-0' : 'left-0'
          }`}
        >
          {children}
          <Button
            variant="primary"
            className="mt-6 w-full"
            onClick={() => {
              leaveField(panel.current);
              if (focusRefused(panel.current)) return;
              setOpen(false);
              button.current?.focus();
            }}
          >
            {t('filter.done')}
          </Button>
        </section>
      ) : null}
    </div>
  );
}
