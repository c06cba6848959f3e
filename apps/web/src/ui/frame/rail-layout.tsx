import { type ComponentType, type ReactNode, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../button.tsx';
import { MoreIcon } from '../icons/saved-icons.tsx';
import { CloseButton, Modal } from '../modal.tsx';
import { SiteLink } from '../site-link.tsx';

export interface RailItem {
  /** Path and query, without /ko. */
  path: string;
  title: string;
  icon: ComponentType<{ size?: number }>;
  isShown: boolean;
  /** What is new there: `3 new`. */
  badge?: string | undefined;
}

interface RailLayoutProps {
  /** The name of the area: label of the rail and heading of the page. */
  label: string;
  items: readonly RailItem[];
  title: string;
  /** Maximum width of the content: `page` for forms, `wide` for tables. */
  width?: 'page' | 'wide';
  children: ReactNode;
}

/** Most links side by side on a phone of 320 px; with more, the last one opens all of them. */
const MOST = 5;

/**
 * The layout of the realtor's and the admin's area: a rail on the left; on a phone a bar at the bottom with the first links and
 * a button for all of them. For screen readers the area is the heading, and the title is below it.
 */
export function RailLayout({ label, items, title, width = 'page', children }: RailLayoutProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const inBar = items.length > MOST ? MOST - 1 : MOST;
  const isElsewhere = items.findIndex((item) => item.isShown) >= inBar;
  const close = () => setOpen(false);
  return (
    <div
      className={`mx-auto min-h-dvh w-full flex-auto px-4 max-md:pb-24 md:grid md:grid-cols-[196px_minmax(0,1fr)] md:gap-10 md:px-6 md:py-10 ${
        width === 'wide' ? 'max-w-[1360px]' : 'max-w-[1180px]'
      }`}
    >
      <nav
        aria-label={label}
        data-bottom-bar
        className="short:max-md:static max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 short:max-md:-mx-4 max-md:border-line max-md:border-t max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)] print:hidden"
      >
        <p aria-hidden="true" className="px-3 pb-3 text-quiet text-sm max-md:hidden">
          {label}
        </p>
        <ul className="flex md:sticky md:top-6 md:flex-col md:gap-1">
          {items.map((item, at) => (
            <li key={item.path} className={`max-md:w-0 max-md:flex-1 ${at < inBar ? '' : 'max-md:hidden'}`}>
              <RailLink
                {...item}
                className="max-md:min-h-16 max-md:flex-col max-md:items-center max-md:justify-center max-md:gap-1 max-md:px-1 max-md:text-center max-md:text-sm max-md:leading-tight md:min-h-11 md:items-center md:gap-3 md:px-3 md:aria-[current]:bg-primary-soft"
              />
            </li>
          ))}
          {items.length > MOST ? (
            <li className="w-0 flex-1 md:hidden">
              <Button
                variant="bare"
                aria-haspopup="dialog"
                data-elsewhere={isElsewhere || undefined}
                className="flex min-h-16 w-full flex-col items-center justify-center gap-1 rounded-field px-1 text-center font-medium text-quiet text-sm leading-tight hover:bg-sunken focus-visible:-outline-offset-2 data-elsewhere:text-primary-text"
                onClick={() => setOpen(true)}
              >
                <MoreIcon size={20} />
                <span>{t('site.all')}</span>
              </Button>
            </li>
          ) : null}
        </ul>
        <Modal
          open={isOpen}
          onClose={close}
          label={label}
          shape="sheet"
          className="mb-0! w-full rounded-b-none! md:hidden"
        >
          <div className="flex items-center justify-between gap-4 py-2 pr-2 pl-5">
            <p className="font-bold text-lg">{label}</p>
            <CloseButton label={t('site.close')} onClick={close} />
          </div>
          <ul className="px-2 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {items.map((item) => (
              <li key={item.path}>
                <RailLink
                  {...item}
                  className="min-h-12 items-center gap-3 px-3 aria-[current]:bg-primary-soft"
                  onClick={close}
                />
              </li>
            ))}
          </ul>
        </Modal>
      </nav>
      <main id="main" tabIndex={-1} className="min-w-0 py-8 outline-none md:py-0">
        <h1 className="sr-only">{label}</h1>
        <h2 className="mb-6 font-bold text-2xl">{title}</h2>
        {children}
      </main>
    </div>
  );
}

function RailLink({
  path,
  title,
  icon: Icon,
  isShown,
  badge,
  className,
  onClick,
}: RailItem & { className: string; onClick?: () => void }) {
  return (
    <SiteLink
      path={path}
      aria-current={isShown ? 'page' : undefined}
      className={`flex rounded-field font-medium text-quiet hover:bg-sunken hover:text-text focus-visible:-outline-offset-2 aria-[current]:text-primary-text ${className}`}
      onClick={onClick}
    >
      <Icon size={20} />
      <span className="min-w-0">{title}</span>
      {badge === undefined ? null : (
        <span className="tabular rounded-chip bg-primary px-2 text-on-primary text-sm md:ml-auto">
          {badge}
        </span>
      )}
    </SiteLink>
  );
}
