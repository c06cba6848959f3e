import { localePath, type MessageKey } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { AccountUser } from '../account/account-state.ts';
import { DeviceList } from '../account/device-list.tsx';
import { OwnData } from '../account/own-data.tsx';
import { ProfileForm } from '../account/profile-form.tsx';
import { SignedInArea } from '../account/signed-in-area.tsx';
import { useAccount } from '../account/use-account.ts';
import { useWords } from '../i18n/words.tsx';
import { CommuteEditor } from '../listing/commute/commute-editor.tsx';
import { parseChoice } from '../listing/kept/compare-choice.ts';
import { useSaved } from '../listing/kept/use-saved.ts';
import { QueryCache } from '../queries/query-cache.tsx';
import { CompareTable } from '../saved/compare-table.tsx';
import { SavedHomes } from '../saved/saved-homes.tsx';
import { SavedSearches } from '../saved/saved-searches.tsx';
import { SeenHomes } from '../saved/seen-homes.tsx';
import { SentContacts } from '../saved/sent-contacts.tsx';
import { OwnLists } from '../shortlist/own-lists.tsx';
import { definePage } from '../site/page-module.ts';
import { PageMain } from '../ui/frame/page-main.tsx';
import { RailLayout } from '../ui/frame/rail-layout.tsx';
import { ClockIcon, HouseIcon, RoadIcon } from '../ui/icons/first-icons.tsx';
import { ArrowLeftIcon, BellIcon, DevicesIcon, FileIcon, PersonIcon } from '../ui/icons/icons.tsx';
import { ChatIcon, FamilyIcon } from '../ui/icons/saved-icons.tsx';
import { SiteLink, TextLink } from '../ui/site-link.tsx';

export const page = definePage({ Page });

interface Tab {
  tab: string;
  title: MessageKey;
  icon: ComponentType<{ size?: number }>;
  content?: ComponentType<{ user: AccountUser }>;
  /** Content that is there without a session. */
  open?: ComponentType;
}

/** The tabs; the `tab` query parameter selects one. */
const TABS: readonly [Tab, ...Tab[]] = [
  { tab: 'saved', title: 'my.saved', icon: HouseIcon, open: SavedHomes },
  { tab: 'searches', title: 'my.searches', icon: BellIcon, open: SavedSearches },
  { tab: 'family', title: 'my.family', icon: FamilyIcon, open: OwnLists },
  { tab: 'seen', title: 'my.seen', icon: ClockIcon, open: SeenHomes },
  { tab: 'contacts', title: 'my.contacts', icon: ChatIcon, content: SentContacts },
  { tab: 'commute', title: 'my.commute', icon: RoadIcon, open: CommutePlaces },
  { tab: 'profile', title: 'my.profile', icon: PersonIcon, content: ProfileForm },
  { tab: 'devices', title: 'my.devices', icon: DevicesIcon, content: DeviceList },
  { tab: 'data', title: 'my.data', icon: FileIcon, content: OwnData },
];

/** The visitor's own page, rendered in the browser only. What is stored in this browser is shown without an account. */
function Page() {
  return (
    <QueryCache>
      <MyPage />
    </QueryCache>
  );
}

function MyPage() {
  const { t } = useWords();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const { compare } = search;
  const isCompact = useIsCompact();
  if (typeof compare === 'string') {
    return (
      <Frame title={t('compare.title')} shown={null}>
        <CompareTable ids={parseChoice(compare)} />
      </Frame>
    );
  }
  if (isCompact && search.tab === undefined) return <CompactList />;
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
  const { state } = useAccount();
  if (state.status === 'loading') return <Waiting />;
  return (
    <Frame title={t(shown.title)} shown={shown}>
      <SignedInArea
        title={t('my.unknown.title')}
        signIn={{ title: t('my.sign_in.title'), text: t('my.sign_in.text') }}
        Closed={Closed}
      >
        {(user) => <Content key={shown.tab} user={user} />}
      </SignedInArea>
    </Frame>
  );
}

/** The compact form has no rail: it starts with a list of the tabs, and each tab links back to it. */
const COMPACT = '/_my-page';

function Frame({ title, shown, children }: { title: string; shown: Tab | null; children: ReactNode }) {
  const { t } = useWords();
  if (useIsCompact()) {
    return (
      <PageMain className="min-h-dvh w-full max-w-[640px] px-4 py-4">
        <h1 className="sr-only">{t('my.title')}</h1>
        <TextLink path={COMPACT}>
          <ArrowLeftIcon size={18} />
          {t('my.title')}
        </TextLink>
        <h2 className="mt-1 mb-4 font-bold text-xl">{title}</h2>
        {children}
      </PageMain>
    );
  }
  return (
    <RailLayout
      label={t('my.title')}
      title={title}
      items={TABS.map((one) => ({
        path: one === TABS[0] ? '/my-page' : `/my-page?tab=${one.tab}`,
        title: t(one.title),
        icon: one.icon,
        isShown: one === shown,
      }))}
    >
      {children}
    </RailLayout>
  );
}

function CompactList() {
  const { t, locale } = useWords();
  const { state } = useAccount();
  const { homes, searches } = useSaved();
  const counts: Record<string, number> = { saved: Object.keys(homes).length, searches: searches.length };
  return (
    <PageMain className="min-h-dvh w-full max-w-[640px] px-4 py-4">
      <h1 className="font-bold text-xl">{t('my.title')}</h1>
      {state.status === 'signed-out' && !state.unknown ? (
        <p className="mt-3">
          <SiteLink
            path={`/login?redirectUrl=${encodeURIComponent(localePath(locale, COMPACT))}`}
            rel="nofollow"
            className="inline-flex min-h-11 items-center font-semibold text-primary-text underline"
          >
            {t('account.sign_in')}
          </SiteLink>
        </p>
      ) : null}
      <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-surface">
        {TABS.map(({ tab, title, icon: Icon }) => (
          <li key={tab}>
            <SiteLink
              path={`${COMPACT}?tab=${tab}`}
              className="flex min-h-14 items-center gap-3 px-4 font-medium hover:bg-sunken"
            >
              <Icon size={20} />
              <span className="grow">{t(title)}</span>
              {counts[tab] ? <span className="tabular text-quiet">{counts[tab]}</span> : null}
            </SiteLink>
          </li>
        ))}
      </ul>
    </PageMain>
  );
}

function useIsCompact(): boolean {
  return useRouterState({ select: ({ location }) => location.pathname === COMPACT });
}

function Closed({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
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
    <PageMain className="max-w-[1080px] px-4 py-12 md:px-6" aria-busy="true">
      <h1 className="sr-only">{t('my.title')}</h1>
      <p role="status" className="text-quiet">
        {t('site.loading')}
      </p>
    </PageMain>
  );
}

/** The commute destinations of two people, used by searches and home pages. */
function CommutePlaces() {
  const { t } = useWords();
  return (
    <div className="max-w-[640px] space-y-6">
      <p className="text-quiet">{t('my.commute_note')}</p>
      {(['first', 'second'] as const).map((person) => (
        <section
          key={person}
          aria-labelledby={`commute-${person}`}
          className="rounded-card border border-line bg-surface p-5"
        >
          <h3 id={`commute-${person}`} className="mb-3 font-semibold text-lg">
            {t(`commute.person.${person}`)}
          </h3>
          <CommuteEditor person={person} />
        </section>
      ))}
    </div>
  );
}
