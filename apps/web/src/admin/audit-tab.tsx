import type { AuditAnswer } from '@maru/contract';
import { AUDIT_ACTIONS, type AuditAction } from '@maru/listing/people';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { usePages } from '../queries/use-pages.ts';
import { TextLink } from '../ui/site-link.tsx';
import { PageEnd, Table } from './admin-lists.tsx';
import { FilterLinks, LookUp } from './admin-parts.tsx';
import { MachineName } from './machine-names.tsx';
import { useAddress } from './use-address.ts';

type Noun = AuditAction extends `${infer N}.${string}` ? N : never;
const NOUNS = [...new Set(AUDIT_ACTIONS.map((action) => action.split('.', 1)[0] as Noun))];

export function AuditTab() {
  const words = useWords();
  const { t } = words;
  const { text, pathWith } = useAddress();
  const noun = NOUNS.find((one) => one === text('noun'));
  const [subject, actorId] = [text('subject'), text('actor')];
  const list = usePages<{ items: AuditAnswer[]; next?: string }>(
    ['admin', 'audit', noun, subject, actorId],
    (client, cursor, signal) =>
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
          <TextLink path={pathWith({ actor: null })}>{t('admin.audit.of_all')}</TextLink>
        </p>
      )}
      <FilterLinks
        name="noun"
        label={t('admin.audit.what')}
        shown={noun}
        all={t('admin.all')}
        values={NOUNS}
        formatTitle={(one) => t(`admin.audit.${one}`)}
      />
      <Table
        caption={t('admin.tab.audit')}
        rows={list.items}
        keyOf={(row) => String(row.auditId)}
        columns={[
          {
            title: t('admin.when'),
            isShort: true,
            cell: (row) => formatMoment(row.at, words),
          },
          {
            title: t('admin.audit.who'),
            cell: (row) =>
              row.actorId === null ? (
                t('admin.audit.process')
              ) : (
                <TextLink path={pathWith({ actor: row.actorId })}>
                  {row.actorName === null ? t('admin.audit.gone') : <UserText text={row.actorName} />}
                </TextLink>
              ),
          },
          {
            title: t('admin.audit.did'),
            cell: (row) => <MachineName of="action" name={row.action} />,
          },
          {
            title: t('admin.audit.to'),
            cell: (row) => <Subject action={row.action} subject={row.subject} />,
          },
          {
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
      <PageEnd list={list} empty={t('admin.audit.empty')} />
    </>
  );
}

/** The id of the subject, as a link if it has an admin page. */
function Subject({ action, subject }: { action: string; subject: string }) {
  const path = findSubjectPath(action.split('.', 1)[0] ?? '', encodeURIComponent(subject));
  const id = (
    <code lang="en" className="block text-sm max-md:max-w-[9ch] max-md:truncate md:break-all">
      {subject}
    </code>
  );
  // Reading a list is recorded with the noun alone.
  return path === undefined || action.endsWith('.list') ? id : <TextLink path={path}>{id}</TextLink>;
}

function findSubjectPath(noun: string, id: string): string | undefined {
  const paths: Readonly<Record<string, string>> = {
    home: `/admin/detail?tab=home&id=${id}`,
    realtor: `/admin/detail?tab=realtors&id=${id}`,
    user: `/admin/detail?tab=people&id=${id}`,
    dataset: `/admin/detail?dataset=${id}`,
    contact: `/realtor/contacts?id=${id}`,
    word: `/admin/marketing?q=${id}`,
    campaign: `/admin/marketing?tab=campaigns&source=${id}`,
  };
  return paths[noun];
}
