import { useWords } from '../i18n/words.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useDropdown } from '../ui/use-dropdown.ts';
import type { AccountUser } from './account-state.ts';
import { SignOutButton } from './sign-out-button.tsx';

/**
 * The account menu: user, their pages, sign-out. Escape and a press outside close it and return the focus to its
 * button.
 */
export function AccountMenu({ user }: { user: AccountUser }) {
  const { t } = useWords();
  const { isOpen, setOpen, box, id, toggle } = useDropdown();
  const close = () => setOpen(false);

  return (
    <div ref={box} className="relative">
      <Button
        {...toggle}
        variant="bare"
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-chip px-1.5 hover:bg-sunken"
      >
        <Portrait user={user} size={32} />
        <span className="max-w-32 truncate font-medium text-sm max-md:sr-only">{user.name}</span>
        <span className="sr-only">{t('account.menu')}</span>
      </Button>
      {isOpen ? (
        <nav
          id={id}
          aria-label={t('account.menu')}
          className="absolute top-full right-0 z-40 mt-2 w-[min(300px,calc(100vw-32px))] rounded-card border border-line bg-surface p-2 shadow-float"
        >
          <div className="flex items-center gap-3 border-line border-b px-3 pt-2 pb-4">
            <Portrait user={user} size={40} />
            <div className="min-w-0">
              <p className="truncate font-semibold">{user.name}</p>
              {user.email === null ? null : <p className="truncate text-quiet text-sm">{user.email}</p>}
              {user.role === 'user' ? null : (
                <p className="mt-1 inline-block rounded-chip bg-primary-soft px-2 text-primary-text text-sm">
                  {t(`account.role.${user.role}`)}
                </p>
              )}
            </div>
          </div>
          <ul className="py-2">
            {[...PAGES, ...AREAS[user.role]].map(({ path, title }) => (
              <li key={path}>
                <SiteLink path={path} className={buttonClass('row')} onClick={close}>
                  {t(title)}
                </SiteLink>
              </li>
            ))}
          </ul>
          <div className="border-line border-t pt-2">
            <SignOutButton variant="row" label={t('account.sign_out')} />
            <SignOutButton
              variant="row"
              className="text-quiet"
              label={t('account.sign_out_everywhere')}
              everywhere
            />
          </div>
        </nav>
      ) : null}
    </div>
  );
}

const PAGES = [
  { path: '/my-page', title: 'my.saved' },
  { path: '/my-page?tab=searches', title: 'my.searches' },
  { path: '/my-page?tab=family', title: 'my.family' },
  { path: '/my-page?tab=contacts', title: 'my.contacts' },
  { path: '/my-page?tab=profile', title: 'my.profile' },
  { path: '/my-page?tab=devices', title: 'my.devices' },
  { path: '/my-page?tab=data', title: 'my.data' },
] as const;

/** Pages of a role. */
const AREAS = {
  user: [],
  realtor: [
    { path: '/realtor/contacts', title: 'account.inbox' },
    { path: '/realtor', title: 'account.realtor' },
  ],
  admin: [
    { path: '/realtor/contacts', title: 'account.inbox' },
    { path: '/admin/detail', title: 'account.admin_detail' },
    { path: '/admin/marketing', title: 'account.admin_marketing' },
  ],
} as const;

/**
 * The person's picture if this site stores it, else their first letter: pages load nothing from other hosts.
 * Decorative; the name is beside it.
 */
function Portrait({ user, size }: { user: AccountUser; size: number }) {
  const shape = { width: size, height: size };
  if (user.picture?.startsWith('/')) {
    return <img src={user.picture} alt="" {...shape} className="shrink-0 rounded-chip object-cover" />;
  }
  const [first = ''] = [...new Intl.Segmenter(user.locale).segment(user.name.trim())];
  return (
    <span
      aria-hidden="true"
      style={{ ...shape, fontSize: size * 0.42 }}
      className="grid shrink-0 place-items-center rounded-chip bg-primary-soft font-semibold text-primary-text uppercase"
    >
      {typeof first === 'string' ? first : first.segment}
    </span>
  );
}
