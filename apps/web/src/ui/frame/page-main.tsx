import type { ComponentProps } from 'react';

/** The main part of a page: the target of the skip link. `className` gives its width and padding. */
export function PageMain({ className = '', ...rest }: Omit<ComponentProps<'main'>, 'id' | 'tabIndex'>) {
  return <main {...rest} id="main" tabIndex={-1} className={`mx-auto outline-none ${className}`} />;
}
