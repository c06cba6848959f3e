import { localePath, type MessageKey } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useAccount } from '../account/use-account.ts';
import { useWords } from '../i18n/words.tsx';
import { QueryCache } from '../queries/query-cache.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ClosedArea } from '../ui/frame/closed-area.tsx';
import { RailLayout } from '../ui/frame/rail-layout.tsx';
import { SettingsIcon, ToolsIcon } from '../ui/icons/admin-icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';

export interface AdminTab {
  tab: string;
  title: MessageKey;
  icon: ComponentType<{ size?: number }>;
  content: ComponentType;
}

interface AdminAreaProps {
  path: '/admin/detail' | '/admin/marketing';
  label: MessageKey;
  /** The first is the default. */
  tabs: readonly [AdminTab, ...AdminTab[]];
}

/** An admin area: a rail of tabs, one selected by the URL. Admins only; the API checks each call. */
export function AdminArea({ path, label, tabs }: AdminAreaProps) {
  const { t } = useWords();
  const { state, account } = useAccount();
  const tab = useRouterState({
    select: ({ location }) => (location.search as Record<string, unknown>).tab as string | undefined,
  });
  if (state.status === 'loading') return <ClosedArea title={t(label)} text={t('site.loading')} />;
  if (state.status === 'signed-out') {
    return state.unknown ? (
      <ClosedArea title={t(label)} text={t('my.unknown.text')}>
        <Button variant="primary" onClick={() => void account?.session().then((session) => session.load())}>
          {t('account.try_again')}
        </Button>
      </ClosedArea>
    ) : (
      <SignInFirst label={t(label)} />
    );
  }
  if (state.user.role !== 'admin') {
    return <ClosedArea title={t('admin.not_admin_title')} text={t('admin.not_admin_text')} />;
  }
  const shown = tabs.find((one) => one.tab === tab) ?? tabs[0];
  const other = path === '/admin/detail' ? OTHERS.marketing : OTHERS.detail;
  const items = tabs.map((one) => ({
    path: one === tabs[0] ? path : `${path}?tab=${one.tab}`,
    title: t(one.title),
    icon: one.icon,
    isShown: one === shown,
  }));
  const Content = shown.content;
  return (
    <RailLayout
      label={t(label)}
      width="wide"
      title={t(shown.title)}
      items={[...items, { path: other.path, title: t(other.title), icon: other.icon, isShown: false }]}
    >
      <QueryCache>
        <Content key={shown.tab} />
      </QueryCache>
    </RailLayout>
  );
}

const OTHERS = {
  detail: { path: '/admin/detail', title: 'admin.detail.title', icon: ToolsIcon },
  marketing: { path: '/admin/marketing', title: 'admin.marketing.title', icon: SettingsIcon },
} as const;

function SignInFirst({ label }: { label: string }) {
  const { t, locale } = useWords();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const back = encodeURIComponent(localePath(locale, pathname + searchStr));
  return (
    <ClosedArea title={label} text={t('admin.sign_in_text')}>
      <SiteLink path={`/login?redirectUrl=${back}`} className={buttonClass('primary')}>
        {t('account.sign_in')}
      </SiteLink>
    </ClosedArea>
  );
}
