import type { ContactAnswer } from '@maru/contract';
import { CONTACT_STATES } from '@maru/listing';
import { formatMoment } from '../contact/contact-copy.tsx';
import { Written } from '../contact/written.tsx';
import { useWords } from '../i18n/words.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { FilterLinks, PageEnd, Table } from './admin-parts.tsx';
import { useAddress, usePages } from './use-asked.ts';

/** Who has written to whom, and what became of it. What was written stands behind its own page, which is written down. */
export function ContactsTab() {
  const words = useWords();
  const { t } = words;
  const { text } = useAddress();
  const shown = CONTACT_STATES.find((one) => one === text('state'));
  const list = usePages<ContactAnswer>(`contacts ${shown}`, (client, cursor, signal) =>
    client.listRealtorContacts({ query: { box: 'all', state: shown, cursor }, signal }),
  );
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-quiet">{t('admin.contacts.lead')}</p>
      <FilterLinks
        name="state"
        label={t('inbox.filter')}
        shown={shown}
        options={[undefined, ...CONTACT_STATES].map((state) => ({
          value: state,
          title: t(state === undefined ? 'inbox.all' : `inbox.state.${state}`),
        }))}
      />
      {list.items.length === 0 ? null : (
        <Table
          caption={t('admin.tab.contacts')}
          rows={list.items}
          keyOf={(row) => row.contactId}
          columns={[
            {
              key: 'when',
              title: t('admin.when'),
              isShort: true,
              cell: (row) => formatMoment(row.createdAt, words),
            },
            {
              key: 'from',
              title: t('admin.contacts.from'),
              cell: (row) => (row.name === null ? t('inbox.withdrawn_row') : <Written text={row.name} />),
            },
            {
              key: 'to',
              title: t('admin.contacts.to'),
              cell: (row) => (
                <>
                  <Written text={row.answeredBy.name} /> ({t(`mail.role.${row.answeredBy.role}`)})
                </>
              ),
            },
            {
              key: 'home',
              title: t('admin.contacts.home'),
              isExtra: true,
              cell: (row) => (row.home?.label == null ? t('admin.none') : <Written text={row.home.label} />),
            },
            { key: 'state', title: t('admin.contacts.state'), cell: (row) => t(`inbox.state.${row.state}`) },
            {
              key: 'open',
              title: t('admin.open'),
              cell: (row) => (
                <TextLink path={`/realtor/contacts?id=${row.contactId}`}>{t('admin.open')}</TextLink>
              ),
            },
          ]}
        />
      )}
      <PageEnd list={list} empty={t('admin.contacts.empty')} />
    </>
  );
}
