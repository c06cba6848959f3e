import { localePath, type MessageKey } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { AccountUser } from '../account/account-state.ts';
import { DeviceList } from '../account/device-list.tsx';
import { OwnData } from '../account/own-data.tsx';
import { ProfileForm } from '../account/profile-form.tsx';
import { useAccount } from '../account/use-account.ts';
import { useWords } from '../i18n/words.tsx';
import { parseChoice } from '../listing/compare-choice.ts';
import { CompareTable } from '../saved/compare-table.tsx';
import { SavedHomes } from '../saved/saved-homes.tsx';
import { SavedSearches } from '../saved/saved-searches.tsx';
import { OwnLists } from '../shortlist/own-lists.tsx';
import { HouseIcon } from '../ui/first-icons.tsx';
import { BellIcon, DevicesIcon, FileIcon, PersonIcon } from '../ui/icons.tsx';
import { FamilyIcon } from '../ui/saved-icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';

interface Tab {
  tab: string;
  title: MessageKey;
  icon: ComponentType<{ size?: number }>;
  /** What only its owner sees. */
  content?: ComponentType<{ user: AccountUser }>;
  /** What is there before anybody signs in. */
  open?: ComponentType;
}

/** What one's page holds. The address says which is shown. */
const TABS: readonly [Tab, ...Tab[]] = [
  { tab: 'saved', title: 'my.saved', icon: HouseIcon, open: SavedHomes },
  { tab: 'searches', title: 'my.searches', icon: BellIcon, open: SavedSearches },
  { tab: 'family', title: 'my.family', icon: FamilyIcon, open: OwnLists },
  { tab: 'profile', title: 'my.profile', icon: PersonIcon, content: ProfileForm },
  { tab: 'devices', title: 'my.devices', icon: DevicesIcon, content: DeviceList },
  { tab: 'data', title: 'my.data', icon: FileIcon, content: OwnData },
];

/** One's own page: nobody else's, so that only the browser ever draws it. What one keeps is there without an account. */
export function Page() {
  const { t } = useWords();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const { compare } = search;
  if (typeof compare === 'string') {
    return (
      <Frame title={t('compare.title')} shown={null}>
        <CompareTable ids={parseChoice(compare)} />
      </Frame>
    );
  }
  const shown = TABS.find(({ tab }) => tab === search.tab) ?? TABS[0];
  const { open: Open, content: Content } = shown;
  if (Open === undefined) return Content === undefined ? null : <OwnTab shown={shown} content={Content} />;
  return (
    <Frame title={t(shown.title)} shown={shown}>
      <Open key={shown.tab} />
    </Frame>
  );
}

function OwnTab({ shown, content: Content }: { shown: Tab; content: ComponentType<{ user: AccountUser }> }) {
  const { t } = useWords();
  const { state, account } = useAccount();
  if (state.status === 'loading') return <Waiting />;
  if (state.status === 'signed-out') {
    return (
      <Frame title={t(shown.title)} shown={shown}>
        {state.unknown ? (
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
        )}
      </Frame>
    );
  }
  return (
    <Frame title={t(shown.title)} shown={shown}>
      <Content key={shown.tab} user={state.user} />
    </Frame>
  );
}

function Frame({ title, shown, children }: { title: string; shown: Tab | null; children: ReactNode }) {
  const { t } = useWords();
  return (
    <div className="mx-auto min-h-dvh w-full max-w-[1180px] flex-auto px-4 max-md:pb-24 md:grid md:grid-cols-[180px_minmax(0,1fr)] md:gap-10 md:px-6 md:py-12">
      <Rail shown={shown} />
      <main id="main" tabIndex={-1} className="py-8 outline-none md:py-0">
        <h1 className="sr-only">{t('my.title')}</h1>
        <h2 className="mb-6 font-bold text-2xl">{title}</h2>
        {children}
      </main>
    </div>
  );
}

/** On the left; on a phone at the bottom, under the thumb. */
function Rail({ shown }: { shown: Tab | null }) {
  const { t } = useWords();
  return (
    <nav
      aria-label={t('my.sections')}
      data-bottom-bar
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-line max-md:border-t max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="flex md:flex-col md:gap-1">
        {TABS.map(({ tab, title, icon: Icon }) => (
          <li key={tab} className="max-md:flex-1">
            <SiteLink
              path={tab === TABS[0].tab ? '/my-page' : `/my-page?tab=${tab}`}
              aria-current={tab === shown?.tab ? 'page' : undefined}
              className="flex min-h-11 items-center gap-3 rounded-field px-3 font-medium text-quiet hover:bg-sunken hover:text-text aria-[current]:text-primary-text md:aria-[current]:bg-primary-soft max-md:min-h-16 max-md:flex-col max-md:justify-center max-md:gap-1 max-md:px-1 max-md:text-center max-md:text-sm max-md:leading-tight"
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
    <div className="mx-auto max-w-[520px] py-12 text-center">
      <h3 className="font-bold text-xl">{title}</h3>
      <p className="mt-3 text-quiet">{text}</p>
      <p className="mt-6">{children}</p>
    </div>
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
