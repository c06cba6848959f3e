import type { MessageKey } from '@maru/words';
import { useRouterState } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ClosedArea, SignedInArea } from '../account/signed-in-area.tsx';
import { useWords } from '../i18n/words.tsx';
import { QueryCache } from '../queries/query-cache.tsx';
import { RailLayout } from '../ui/frame/rail-layout.tsx';
import { SettingsIcon, ToolsIcon } from '../ui/icons/admin-icons.tsx';

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
export function AdminArea(props: AdminAreaProps) {
  const { t } = useWords();
  const title = t(props.label);
  return (
    <SignedInArea title={title} signIn={{ title, text: t('admin.sign_in_text') }}>
      {({ role }) =>
        role === 'admin' ? (
          <Tabs {...props} />
        ) : (
          <ClosedArea title={t('admin.not_admin_title')} text={t('admin.not_admin_text')} />
        )
      }
    </SignedInArea>
  );
}

function Tabs({ path, label, tabs }: AdminAreaProps) {
  const { t } = useWords();
  const tab = useRouterState({
    select: ({ location }) => (location.search as Record<string, unknown>).tab as string | undefined,
  });
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
