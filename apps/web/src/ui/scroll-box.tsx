import type { ReactNode } from 'react';

/** Scrolls wide content horizontally, by keyboard too. A named group, not a landmark: those are for parts of a page. */
export function ScrollBox({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className={`overflow-x-auto [overflow-wrap:normal] ${className}`}
    >
      {children}
    </div>
  );
}
