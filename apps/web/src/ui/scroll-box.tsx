import type { ReactNode } from 'react';

/**
 * What may be wider than the page scrolls by itself, by keyboard too. A group with a name and not a landmark: those are for
 * the parts of a page.
 */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div
      role="group"
      tabIndex={0}
      aria-label={label}
      className={`overflow-x-auto [overflow-wrap:normal] ${className}`}
    >
      {children}
    </div>
  );
}
