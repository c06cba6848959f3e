import type { UserCase } from '@maru/contract';
import { USER_ROLES } from '@maru/listing/people';
import { useState } from 'react';
import { useResumed } from '../account/sign-in/fresh-sign-in.tsx';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords, type Words } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { usePages } from '../queries/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { TextLink } from '../ui/site-link.tsx';
import { PageEnd, Table, Waiting } from './admin-lists.tsx';
import { Confirm, Facts, FilterLinks, LookUp, Panel, Result } from './admin-parts.tsx';
import { useAddress } from './use-address.ts';

/** Accounts: search, change the role, end sessions. */
export function PeopleTab() {
  const words = useWords();
  const { t } = words;
  const { text, pathWith } = useAddress();
  const role = USER_ROLES.find((one) => one === text('role'));
  const q = text('q');
  const id = text('id');
  const list = usePages(['admin', 'users', role, q], (client, cursor, signal) =>
    client.listUsers({ query: { role, q, cursor }, signal }),
  );
  if (id !== undefined) {
    return (
      <>
        <p className="mb-3">
          <TextLink path={pathWith({ id: null })}>{t('admin.people.all')}</TextLink>
        </p>
        <OnePerson key={id} id={id} />
      </>
    );
  }
  return (
    <>
      <LookUp name="q" label={t('admin.people.find')} note={t('admin.people.find_note')} />
      <FilterLinks
        name="role"
        label={t('admin.people.role')}
        shown={role}
        all={t('admin.all')}
        values={USER_ROLES}
        formatTitle={(one) => t(`admin.role.${one}`)}
      />
      <Table
        caption={t('admin.people.title')}
        rows={list.items}
        keyOf={(row) => row.id}
        columns={[
          {
            title: t('admin.people.name'),
            cell: (row) => (
              <TextLink path={pathWith({ id: row.id })}>
                <UserText text={row.name} />
              </TextLink>
            ),
          },
          { title: t('admin.people.email'), cell: (row) => row.email ?? t('admin.none') },
          { title: t('admin.people.role'), cell: (row) => t(`admin.role.${row.role}`) },
          {
            title: t('admin.people.since'),
            isExtra: true,
            cell: (row) => formatMoment(row.createdAt, words),
          },
        ]}
      />
      <PageEnd list={list} empty={t('admin.people.empty')} />
    </>
  );
}

function OnePerson({ id }: { id: string }) {
  const words = useWords();
  const { t } = words;
  const query = useApiQuery(['admin', 'user', id], (client, signal) =>
    client.findUserCase({ params: { id }, signal }),
  );
  const { data: answer, refetch, set } = query;
  const action = useAction();
  const { isBusy, run } = action;
  // After a fresh sign-in the confirmation is open again.
  const roleAsked = useResumed('role_asked');
  const resumed = USER_ROLES.find((one) => one === roleAsked);
  const [asked, setAsked] = useState<UserCase['role'] | 'sign_out' | undefined>(resumed);
  const [tried, setTried] = useState<UserCase['role']>();
  const close = () => setAsked(undefined);
  if (answer === undefined) return <Waiting query={query} />;
  const change = async (newRole: UserCase['role']) => {
    setTried(newRole);
    await run(async (client) => {
      set(await client.changeRole({ params: { id }, body: { newRole } }));
      return t('admin.people.role_changed', { role: t(`admin.role.${newRole}`) });
    });
    close();
  };
  const signOut = async () => {
    await run(async (client) => {
      const { ended } = await client.endSessions({ params: { id }, body: {} });
      void refetch();
      return t('admin.people.sessions_ended', { count: ended });
    });
    close();
  };
  return (
    <Panel title={<UserText text={answer.name} />}>
      <Facts
        rows={[
          [t('admin.people.email'), answer.email ?? t('admin.none')],
          [t('admin.people.phone'), answer.phone ?? t('admin.none')],
          [t('admin.people.role'), t(`admin.role.${answer.role}`)],
          [t('admin.people.role_source'), roleSource(answer, words)],
          [t('admin.people.language'), t(answer.locale === 'ko' ? 'language.ko' : 'language.en')],
          [
            t('admin.people.providers'),
            answer.providers
              .map((one) => t(one === 'kakao' ? 'admin.provider.kakao' : 'admin.provider.google'))
              .join(', ') || t('admin.none'),
          ],
          [t('admin.people.sessions'), String(answer.sessions)],
          [t('admin.people.since'), formatMoment(answer.createdAt, words)],
          answer.deletionAt !== null && [t('admin.people.deletion'), formatMoment(answer.deletionAt, words)],
        ]}
      />
      <p className="mt-3 flex flex-wrap gap-x-6">
        {answer.realtorId === null ? null : (
          <TextLink path={`/admin/detail?tab=realtors&id=${answer.realtorId}`}>
            {t('admin.people.realtor')}
          </TextLink>
        )}
        <TextLink path={`/admin/detail?tab=audit&actor=${encodeURIComponent(id)}`}>
          {t('admin.people.audit')}
        </TextLink>
      </p>
      <Result action={action} resume={tried && { role_asked: tried }} />
      <h4 className="mt-5 mb-2 font-semibold">{t('admin.people.change_role')}</h4>
      <div className="flex flex-wrap gap-3">
        {USER_ROLES.filter((one) => one !== answer.role).map((one) => (
          <Button key={one} disabled={isBusy} onClick={() => setAsked(one)}>
            {t('admin.people.make', { role: t(`admin.role.${one}`) })}
          </Button>
        ))}
        <Button disabled={isBusy || answer.sessions === 0} onClick={() => setAsked('sign_out')}>
          {t('admin.people.sign_out')}
        </Button>
      </div>
      <Confirm
        label={t(asked === 'sign_out' ? 'admin.people.sign_out' : 'admin.people.change_role')}
        text={
          asked === undefined || asked === 'sign_out'
            ? t('admin.people.sign_out_text', { name: answer.name })
            : t('admin.people.role_text', { name: answer.name, role: t(`admin.role.${asked}`) })
        }
        action={t(asked === 'sign_out' ? 'admin.people.sign_out' : 'admin.people.change_role')}
        isOpen={asked !== undefined && asked !== answer.role}
        isBusy={isBusy}
        onClose={close}
        onDo={() => void (asked === 'sign_out' ? signOut() : asked === undefined ? undefined : change(asked))}
      />
    </Panel>
  );
}

/** Who or what assigned the role, and when. */
function roleSource({ roleSource: { kind, at, byName } }: UserCase, words: Words): string {
  const { t } = words;
  const date = at === null ? '' : formatMoment(at, words);
  if (kind !== 'admin') return t(`admin.role_source.${kind}`, { date });
  return byName === null
    ? t('admin.role_source.admin_gone', { date })
    : t('admin.role_source.admin', { date, name: byName });
}
