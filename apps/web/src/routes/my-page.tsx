import { localePath, type MessageKey } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { AccountUser } from '../account/account-state.ts';
import { DeviceList } from '../account/device-list.tsx';
import { OwnData } from '../account/own-data.tsx';
import { ProfileForm } from '../account/profile-form.tsx';
import { useAccount } from '../account/use-account.ts';
import { useWords } from '../i18n/words.tsx';
import { DevicesIcon, FileIcon, PersonIcon } from '../ui/icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';

interface Tab {
  tab: string;
  title: MessageKey;
  icon: ComponentType<{ size?: number }>;
  content: ComponentType<{ user: AccountUser }>;
}

/** What one's page holds. The address says which is shown. */
const TABS: readonly [Tab, ...Tab[]] = [
  { tab: 'profile', title: 'my.profile', icon: PersonIcon, content: ProfileForm },
  { tab: 'devices', title: 'my.devices', icon: DevicesIcon, content: DeviceList },
  { tab: 'data', title: 'my.data', icon: FileIcon, content: OwnData },
];

/** One's own page: nobody else's, so that only the browser ever draws it. */
export function Page() {
  const { t } = useWords();
  const { state, account } = useAccount();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const shown = TABS.find(({ tab }) => tab === search.tab) ?? TABS[0];
  if (state.status === 'loading') return <Waiting />;
  if (state.status === 'signed-out') {
    return state.unknown ? (
      <Closed title={t('my.unknown.title')} text={t('my.unknown.text')}>
        <button
          type="button"
          className={`${ACTION} bg-primary text-on-primary hover:bg-primary-strong`}
          onClick={() => void account?.session().then((session) => session.load())}
        >
          {t('account.try_again')}
        </button>
      </Closed>
    ) : (
      <SignInFirst />
    );
  }
  const Content = shown.content;
  return (
    <div className="mx-auto w-full max-w-[1080px] flex-auto px-4 max-md:pb-24 md:grid md:grid-cols-[200px_1fr] md:gap-12 md:px-6 md:py-12">
      <Rail shown={shown} />
      <main id="main" tabIndex={-1} className="py-8 outline-none md:py-0">
        <h1 className="sr-only">{t('my.title')}</h1>
        <h2 className="mb-6 font-bold text-2xl">{t(shown.title)}</h2>
        <Content key={shown.tab} user={state.user} />
      </main>
    </div>
  );
}

/** On the left; on a phone at the bottom, under the thumb. */
function Rail({ shown }: { shown: Tab }) {
  const { t } = useWords();
  return (
    <nav
      aria-label={t('my.sections')}
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-line max-md:border-t max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="flex md:flex-col md:gap-1">
        {TABS.map(({ tab, title, icon: Icon }) => (
          <li key={tab} className="max-md:flex-1">
            <SiteLink
              path={tab === TABS[0].tab ? '/my-page' : `/my-page?tab=${tab}`}
              aria-current={tab === shown.tab ? 'page' : undefined}
              className="flex min-h-11 items-center gap-3 rounded-field px-3 font-medium text-quiet hover:bg-sunken hover:text-text aria-[current]:text-primary-text md:aria-[current]:bg-primary-soft max-md:min-h-16 max-md:flex-col max-md:justify-center max-md:gap-1 max-md:px-1 max-md:text-sm"
            >
              <Icon size={20} />
              {t(title)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SignInFirst() {
  const { t, locale } = useWords();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const back = localePath(locale, pathname + searchStr);
  return (
    <Closed title={t('my.sign_in.title')} text={t('my.sign_in.text')}>
      <SiteLink
        path={`/login?redirectUrl=${encodeURIComponent(back)}`}
        className={`${ACTION} bg-primary text-on-primary hover:bg-primary-strong`}
      >
        {t('account.sign_in')}
      </SiteLink>
    </Closed>
  );
}

function Closed({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto max-w-[520px] px-4 py-16 text-center outline-none md:py-28"
    >
      <h1 className="font-bold text-2xl">{title}</h1>
      <p className="mt-3 text-quiet">{text}</p>
      <p className="mt-6">{children}</p>
    </main>
  );
}

function Waiting() {
  const { t } = useWords();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto max-w-[1080px] px-4 py-12 outline-none md:px-6"
      aria-busy="true"
    >
      <h1 className="sr-only">{t('my.title')}</h1>
      <p role="status" className="text-quiet">
        {t('site.loading')}
      </p>
    </main>
  );
}

const ACTION = 'inline-flex min-h-12 items-center rounded-field px-6 font-semibold';
