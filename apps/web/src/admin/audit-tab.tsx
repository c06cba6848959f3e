import type { AuditAnswer } from '@maru/contract';
import { formatMoment } from '../contact/contact-copy.tsx';
import { Written } from '../contact/written.tsx';
import { useWords } from '../i18n/words.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { FilterLinks, LINK, LookUp, PageEnd, Table } from './admin-parts.tsx';
import { useAddress, usePages } from './use-asked.ts';

/** The nouns of what is written down. */
const NOUNS = [
  'word',
  'site',
  'campaign',
  'home',
  'dataset',
  'realtor',
  'video',
  'review',
  'user',
  'session',
  'letter',
] as const;

/** Who has done what, and when. */
export function AuditTab() {
  const words = useWords();
  const { t } = words;
  const { text, pathWith } = useAddress();
  const noun = NOUNS.find((one) => one === text('noun'));
  const [subject, actorId] = [text('subject'), text('actor')];
  const list = usePages<AuditAnswer>(`audit ${noun} ${subject} ${actorId}`, (client, cursor, signal) =>
    client.listAudit({
      query: { action: noun === undefined ? undefined : `${noun}.`, subject, actorId, cursor },
      signal,
    }),
  );
  return (
    <>
      <LookUp name="subject" label={t('admin.audit.find')} note={t('admin.audit.find_note')} />
      {actorId === undefined ? null : (
        <p className="mb-4">
          {t('admin.audit.of_one')}{' '}
          <SiteLink path={pathWith({ actor: null })} className={LINK}>
            {t('admin.audit.of_all')}
          </SiteLink>
        </p>
      )}
      <FilterLinks
        name="noun"
        label={t('admin.audit.what')}
        shown={noun}
        options={[
          { value: undefined, title: t('admin.all') },
          ...NOUNS.map((one) => ({ value: one, title: t(`admin.audit.${one}`) })),
        ]}
      />
      {list.items.length === 0 ? null : (
        <Table
          caption={t('admin.tab.audit')}
          rows={list.items}
          keyOf={(row) => String(row.auditId)}
          columns={[
            {
              key: 'when',
              title: t('admin.when'),
              isShort: true,
              cell: (row) => formatMoment(row.at, words),
            },
            {
              key: 'who',
              title: t('admin.audit.who'),
              cell: (row) =>
                row.actorId === null ? (
                  t('admin.audit.process')
                ) : (
                  <SiteLink path={pathWith({ actor: row.actorId })} className={LINK}>
                    {row.actorName === null ? t('admin.audit.gone') : <Written text={row.actorName} />}
                  </SiteLink>
                ),
            },
            {
              key: 'action',
              title: t('admin.audit.did'),
              cell: (row) => <code lang="en">{row.action}</code>,
            },
            {
              key: 'subject',
              title: t('admin.audit.to'),
              cell: (row) => (
                <code lang="en" className="break-all text-sm">
                  {row.subject}
                </code>
              ),
            },
            {
              key: 'facts',
              title: t('admin.audit.facts'),
              isExtra: true,
              cell: (row) => (
                <span lang="en" className="text-quiet text-sm">
                  {row.facts.join(', ')}
                </span>
              ),
            },
          ]}
        />
      )}
      <PageEnd list={list} empty={t('admin.audit.empty')} />
    </>
  );
}
