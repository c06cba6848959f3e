import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { SiteLink } from './site-link.tsx';

/** One place of the rail. */
export interface RailItem {
  /** Path and query, without /ko. */
  path: string;
  title: string;
  icon: ComponentType<{ size?: number }>;
  isShown: boolean;
  /** Something that waits there, said in words (`3 new`). */
  badge?: string | undefined;
}

interface RailLayoutProps {
  /** What the rail is called, and above the title what the area is. */
  label: string;
  items: readonly RailItem[];
  title: string;
  /** How wide what stands beside the rail may be: a form, or tables. */
  width?: 'page' | 'wide';
  children: ReactNode;
}

/**
 * The realtor layout: one quiet rail on the left; on a phone a bar at the bottom, under the thumb, which scrolls sideways
 * when there is more than fits. Whoever listens to the page hears the area as its heading and the title below it.
 */
export function RailLayout({ label, items, title, width = 'page', children }: RailLayoutProps) {
  const rail = useRef<HTMLElement>(null);
  const shown = items.find((item) => item.isShown)?.path;
  // On a phone the bar may be longer than the screen: the place where one is stands in its middle.
  useEffect(() => {
    const nav = rail.current;
    const link = shown === undefined ? undefined : nav?.querySelector<HTMLElement>('[aria-current="page"]');
    if (nav && link) nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
  }, [shown]);
  return (
    <div
      className={`mx-auto min-h-dvh w-full flex-auto px-4 max-md:pb-24 md:grid md:grid-cols-[196px_minmax(0,1fr)] md:gap-10 md:px-6 md:py-10 ${
        width === 'wide' ? 'max-w-[1360px]' : 'max-w-[1180px]'
      }`}
    >
      <nav
        ref={rail}
        aria-label={label}
        data-bottom-bar
        className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:overflow-x-auto max-md:border-line max-md:border-t max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)] print:hidden"
      >
        <p aria-hidden="true" className="px-3 pb-3 text-quiet text-sm max-md:hidden">
          {label}
        </p>
        <ul className="flex md:sticky md:top-6 md:flex-col md:gap-1">
          {items.map(({ path, title: name, icon: Icon, isShown, badge }) => (
            <li key={path} className="max-md:min-w-19 max-md:flex-1">
              <SiteLink
                path={path}
                aria-current={isShown ? 'page' : undefined}
                className="flex min-h-11 items-center gap-3 rounded-field px-3 font-medium text-quiet hover:bg-sunken hover:text-text focus-visible:-outline-offset-2 aria-[current]:text-primary-text md:aria-[current]:bg-primary-soft max-md:min-h-16 max-md:flex-col max-md:justify-center max-md:gap-1 max-md:px-1 max-md:text-center max-md:text-sm max-md:leading-tight"
              >
                <Icon size={20} />
                <span>{name}</span>
                {badge === undefined ? null : (
                  <span className="tabular rounded-chip bg-primary px-2 text-on-primary text-sm md:ml-auto">
                    {badge}
                  </span>
                )}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1} className="min-w-0 py-8 outline-none md:py-0">
        <h1 className="sr-only">{label}</h1>
        <h2 className="mb-6 font-bold text-2xl">{title}</h2>
        {children}
      </main>
    </div>
  );
}
