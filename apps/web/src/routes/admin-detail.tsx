import { AdminArea } from '../admin/admin-area.tsx';
import { AuditTab } from '../admin/audit-tab.tsx';
import { ContactsTab } from '../admin/contacts-tab.tsx';
import { FeedsTab } from '../admin/feeds-tab.tsx';
import { HomeTab } from '../admin/home-tab.tsx';
import { JobsTab } from '../admin/jobs-tab.tsx';
import { LimitsTab } from '../admin/limits-tab.tsx';
import { PeopleTab } from '../admin/people-tab.tsx';
import { RealtorsTab } from '../admin/realtors-tab.tsx';
import { ReportsTab } from '../admin/reports-tab.tsx';
import { ScansTab } from '../admin/scans-tab.tsx';
import { definePage } from '../site/page-module.ts';
import { BadgeIcon, FlagIcon, MailIcon, PulseIcon, QueueIcon, ScanIcon } from '../ui/icons/admin-icons.tsx';
import { HouseIcon } from '../ui/icons/first-icons.tsx';
import { ClockIcon, DevicesIcon, PersonIcon } from '../ui/icons/icons.tsx';

export const page = definePage({ Page });

/** Admin: feeds, homes, accounts, contacts, reviews and jobs. */
function Page() {
  return (
    <AdminArea
      path="/admin/detail"
      label="admin.detail.title"
      tabs={[
        { tab: 'feeds', title: 'admin.tab.feeds', icon: PulseIcon, content: FeedsTab },
        { tab: 'home', title: 'admin.tab.home', icon: HouseIcon, content: HomeTab },
        { tab: 'people', title: 'admin.tab.people', icon: PersonIcon, content: PeopleTab },
        { tab: 'realtors', title: 'admin.tab.realtors', icon: BadgeIcon, content: RealtorsTab },
        { tab: 'contacts', title: 'admin.tab.contacts', icon: MailIcon, content: ContactsTab },
        { tab: 'reports', title: 'admin.tab.reports', icon: FlagIcon, content: ReportsTab },
        { tab: 'scans', title: 'admin.tab.scans', icon: ScanIcon, content: ScansTab },
        { tab: 'jobs', title: 'admin.tab.jobs', icon: QueueIcon, content: JobsTab },
        { tab: 'audit', title: 'admin.tab.audit', icon: ClockIcon, content: AuditTab },
        { tab: 'limits', title: 'admin.tab.limits', icon: DevicesIcon, content: LimitsTab },
      ]}
    />
  );
}
