import { AdminArea } from '../admin/admin-area.tsx';
import { AnnouncementsTab } from '../admin/announcements-tab.tsx';
import { CampaignsTab } from '../admin/campaigns-tab.tsx';
import { FrontTab } from '../admin/front-tab.tsx';
import { RatesTab } from '../admin/rates-tab.tsx';
import { VideosTab } from '../admin/videos-tab.tsx';
import { LettersTab, WordsTab } from '../admin/words-tab.tsx';
import { definePage } from '../site/page-module.ts';
import {
  ChartIcon,
  LayoutIcon,
  MailIcon,
  MegaphoneIcon,
  PercentIcon,
  PlayBoxIcon,
  WordsIcon,
} from '../ui/icons/admin-icons.tsx';

export const page = definePage({ Page });

/** Admin: UI messages, front page, announcements and campaigns. */
function Page() {
  return (
    <AdminArea
      path="/admin/marketing"
      label="admin.marketing.title"
      tabs={[
        { tab: 'words', title: 'admin.tab.words', icon: WordsIcon, content: WordsTab },
        { tab: 'front', title: 'admin.tab.front', icon: LayoutIcon, content: FrontTab },
        {
          tab: 'announcements',
          title: 'admin.tab.announcements',
          icon: MegaphoneIcon,
          content: AnnouncementsTab,
        },
        { tab: 'campaigns', title: 'admin.tab.campaigns', icon: ChartIcon, content: CampaignsTab },
        { tab: 'videos', title: 'admin.tab.videos', icon: PlayBoxIcon, content: VideosTab },
        { tab: 'letters', title: 'admin.tab.letters', icon: MailIcon, content: LettersTab },
        { tab: 'rates', title: 'admin.tab.rates', icon: PercentIcon, content: RatesTab },
      ]}
    />
  );
}
