import { CONTACT_STATES } from '@maru/listing/people';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { usePages } from '../queries/use-pages.ts';
import { TextLink } from '../ui/site-link.tsx';
import { PageEnd, Table } from './admin-lists.tsx';
import { FilterLinks } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

/** All contacts with sender, recipient and state. The message is on its own page, whose views are audited. */
export function ContactsTab() {
  const words = useWords();
  const { t } = words;
  const { text } = useAddress();
  const shown = CONTACT_STATES.find((one) => one === text('state'));
  const list = usePages(['admin', 'contacts', shown], (client, cursor, signal) =>
    client.listRealtorContacts({ query: { box: 'all', state: shown, cursor }, signal }),
  );
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.contacts.lead')}</p>
      <FilterLinks
        name="state"
        label={t('inbox.filter')}
        shown={shown}
        all={t('inbox.all')}
        values={CONTACT_STATES}
        formatTitle={(state) => t(`inbox.state.${state}`)}
      />
      <Table
        caption={t('admin.tab.contacts')}
        rows={list.items}
        keyOf={(row) => row.contactId}
        columns={[
          {
            title: t('admin.when'),
            isShort: true,
            cell: (row) => formatMoment(row.createdAt, words),
          },
          {
            title: t('admin.contacts.from'),
            cell: (row) => (row.name === null ? t('inbox.withdrawn_row') : <UserText text={row.name} />),
          },
          {
            title: t('admin.contacts.to'),
            cell: (row) => (
              <>
                <UserText text={row.answeredBy.name} /> ({t(`mail.role.${row.answeredBy.role}`)})
              </>
            ),
          },
          {
            title: t('admin.contacts.home'),
            isExtra: true,
            cell: (row) => (row.home?.label == null ? t('admin.none') : <UserText text={row.home.label} />),
          },
          { title: t('admin.contacts.state'), cell: (row) => t(`inbox.state.${row.state}`) },
          {
            title: t('admin.open'),
            cell: (row) => (
              <TextLink path={`/realtor/contacts?id=${row.contactId}`}>{t('admin.open')}</TextLink>
            ),
          },
        ]}
      />
      <PageEnd list={list} empty={t('admin.contacts.empty')} />
    </>
  );
}
