import type { ContactAnswer } from '@maru/contract';
import { CONTACT_STATES } from '@maru/listing/people';
import { localePath } from '@maru/words';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { ActionResult } from '../../account/sign-in/fresh-sign-in.tsx';
import { formatMoment } from '../../contact/contact-copy.tsx';
import { InboxDetail } from '../../contact/inbox-detail.tsx';
import { UserText } from '../../contact/user-text.tsx';
import { Original } from '../../contact/who-answers.tsx';
import { useWords } from '../../i18n/words.tsx';
import { usePages } from '../../queries/use-pages.ts';
import { RealtorArea } from '../../realtor/realtor-area.tsx';
import { definePage } from '../../site/page-module.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { ArrowLeftIcon } from '../../ui/icons/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import { whyFailed } from '../../ui/why-failed.ts';

export const page = definePage({ Page });

type State = ContactAnswer['state'];

/** A realtor's inbox: the list, and beside it (on a phone instead of it) the open message. */
function Page() {
  return (
    <RealtorArea page="contacts" width="wide">
      {() => <Inbox />}
    </RealtorArea>
  );
}

function Inbox() {
  const words = useWords();
  const { t } = words;
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const asked: Asked = {
    state: CONTACT_STATES.find((one) => one === search.state),
    text: typeof search.text === 'string' ? search.text.trim().slice(0, 100) : '',
  };
  const id = typeof search.id === 'string' && search.id !== '' ? search.id : undefined;
  const { contacts, error, isFetching, hasNextPage, more, take } = useContacts(asked);
  const failed = error === null ? undefined : t('inbox.load_failed', { why: whyFailed(error, words) });
  return (
    <div className="md:grid md:grid-cols-[340px_minmax(0,1fr)] md:items-start md:gap-8">
      <div className={id === undefined ? '' : 'max-md:hidden'}>
        {/* Reset the form when the search changes. */}
        <SearchBox key={asked.text} asked={asked} />
        <StateFilter asked={asked} />
        {contacts.length > 0 ? (
          <ContactList contacts={contacts} shown={id} asked={asked} />
        ) : failed === undefined && !isFetching ? (
          <p className="py-6 text-quiet">
            {asked.text !== ''
              ? t('inbox.search_none', { text: asked.text })
              : t(asked.state === undefined ? 'inbox.empty' : 'inbox.empty_state')}
          </p>
        ) : null}
        <p role="status" className={failed === undefined ? 'text-quiet' : 'mt-3 text-bad'}>
          {failed ?? (isFetching ? t('site.loading') : '')}
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          {failed !== undefined || (hasNextPage && !isFetching) ? (
            <Button size="medium" onClick={more}>
              {t(failed === undefined ? 'inbox.more' : 'account.try_again')}
            </Button>
          ) : null}
          {contacts.length === 0 ? null : <Download asked={asked} />}
        </div>
      </div>
      {id === undefined ? (
        <p className="rounded-card border border-line border-dashed p-8 text-center text-quiet max-md:hidden">
          {t('inbox.choose')}
        </p>
      ) : (
        <div className="md:rounded-card md:border md:border-line md:bg-surface md:p-6">
          <p className="md:hidden">
            <SiteLink
              path={formatInboxPath(undefined, asked)}
              className="mb-2 -ml-2 inline-flex min-h-11 items-center gap-2 px-2 font-medium text-primary-text"
            >
              <ArrowLeftIcon size={18} />
              {t('inbox.back')}
            </SiteLink>
          </p>
          <InboxDetail key={id} contactId={id} onKnown={take} />
        </div>
      )}
    </div>
  );
}

/** The filter of the inbox, from the URL. */
interface Asked {
  state: State | undefined;
  text: string;
}

function SearchBox({ asked }: { asked: Asked }) {
  const { t, locale } = useWords();
  const router = useRouter();
  const form = useForm({
    initial: { text: asked.text },
    submit: async (_, { text }) => {
      const path = formatInboxPath(undefined, { ...asked, text: text.trim() });
      await router.navigate({ href: localePath(locale, path) });
      return undefined;
    },
  });
  return (
    <Form form={form} className="mb-3">
      <Field label={t('inbox.search')} type="search" maxLength={100} {...form.field('text')} />
      <p className="mt-2 flex gap-2">
        <Button size="medium" type="submit">
          {t('inbox.search_button')}
        </Button>
        {asked.text === '' ? null : (
          <SiteLink
            path={formatInboxPath(undefined, { ...asked, text: '' })}
            className={buttonClass('secondary', 'medium')}
          >
            {t('inbox.search_clear')}
          </SiteLink>
        )}
      </p>
    </Form>
  );
}

/** Downloads the list as CSV, requested page by page to bound the size of a response. */
function Download({ asked }: { asked: Asked }) {
  const { t, locale } = useWords();
  const [rows, setRows] = useState<number>();
  const action = useAction((why) => t('inbox.export_failed', { why }));
  const load = () =>
    action.run(async (client) => {
      // Without a byte order mark Excel assumes the encoding of its locale.
      const parts: string[] = ['\ufeff'];
      let cursor: string | undefined;
      let count = 0;
      do {
        const query = { state: asked.state, text: asked.text || undefined, locale, cursor };
        const page = await client.exportRealtorContacts({ query });
        parts.push(page.csv);
        count += page.csv.split('\r\n').length - 1;
        setRows(count);
        cursor = page.next;
      } while (cursor !== undefined);
      saveFile(`maru-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', parts);
      return undefined;
    });
  return (
    <>
      <Button size="medium" disabled={action.isBusy} onClick={() => void load()}>
        {t('inbox.export')}
      </Button>
      <ActionResult
        action={action}
        pending={rows === undefined ? undefined : t('inbox.exporting', { count: rows })}
        className="self-center text-sm"
      />
    </>
  );
}

function StateFilter({ asked }: { asked: Asked }) {
  const shown = asked.state;
  const { t } = useWords();
  return (
    <nav aria-label={t('inbox.filter')} className="mb-3">
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...CONTACT_STATES].map((state) => (
          <li key={state ?? 'all'}>
            <SiteLink
              path={formatInboxPath(undefined, { ...asked, state })}
              replace
              aria-current={state === shown ? 'true' : undefined}
              className="inline-flex min-h-11 items-center rounded-chip border border-line-strong bg-surface px-3 text-sm hover:bg-sunken aria-[current]:border-primary aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-text"
            >
              {t(state === undefined ? 'inbox.all' : `inbox.state.${state}`)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ContactListProps {
  contacts: readonly ContactAnswer[];
  shown: string | undefined;
  asked: Asked;
}

function ContactList({ contacts, shown, asked }: ContactListProps) {
  const words = useWords();
  const { t } = words;
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {contacts.map((contact) => {
        const { contactId, name, home, withdrawnAt } = contact;
        return (
          <li key={contactId} className="border-line border-b last:border-b-0">
            <SiteLink
              path={formatInboxPath(contactId, asked)}
              resetScroll={false}
              aria-current={contactId === shown ? 'true' : undefined}
              className="block px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className={isNew(contact) ? 'font-bold' : ''}>
                  {name === null ? t('inbox.withdrawn_row') : <UserText text={name} />}
                </span>
                <span
                  className={`shrink-0 text-sm ${isNew(contact) ? 'font-semibold text-primary-text' : 'text-quiet'}`}
                >
                  {withdrawnAt === null ? t(`inbox.state.${contact.state}`) : ''}
                </span>
              </span>
              {home?.label == null ? null : <Original text={home.label} className="block truncate text-sm" />}
              <span className="tabular block text-quiet text-sm">
                {formatMoment(contact.createdAt, words)}
              </span>
            </SiteLink>
          </li>
        );
      })}
    </ul>
  );
}

/** The filtered contacts, page by page, with what was opened or changed since they were loaded. */
function useContacts({ state, text }: Asked) {
  const [known, setKnown] = useState<ReadonlyMap<string, ContactAnswer>>(new Map());
  const { pages, isFetching, hasNextPage, error, more } = usePages(
    ['contacts', 'received', state, text],
    async (client, cursor, signal) => {
      const box = 'received' as const;
      const [page, waiting] = await Promise.all([
        client.listRealtorContacts({ query: { box, state, text: text || undefined, cursor }, signal }),
        // New contacts come first, whichever page they are on.
        cursor === undefined && state === undefined && text === ''
          ? client.listRealtorContacts({ query: { box, state: 'new' }, signal })
          : undefined,
      ]);
      return { items: [...(waiting?.items ?? []), ...page.items], next: page.next };
    },
  );
  const take = useCallback(
    (seen: ContactAnswer) => setKnown((last) => new Map(last).set(seen.contactId, seen)),
    [],
  );
  // Sort the loaded versions, so that opening a contact does not move it.
  const loaded = useMemo(() => inboxOrder(pages?.flatMap(({ items }) => items) ?? []), [pages]);
  const contacts = loaded.map((one) => known.get(one.contactId) ?? one);
  return { contacts, isFetching, hasNextPage, error, more, take };
}

function formatInboxPath(id: string | undefined, { state, text }: Asked): string {
  const query = new URLSearchParams({
    ...(state === undefined ? {} : { state }),
    ...(text === '' ? {} : { text }),
    ...(id === undefined ? {} : { id }),
  }).toString();
  return `/realtor/contacts${query === '' ? '' : `?${query}`}`;
}

/**
 * The order of the inbox: unopened contacts first, each group newest first. A contact that is in both lists appears
 * once, in its last version.
 */
export function inboxOrder(contacts: readonly ContactAnswer[]): ContactAnswer[] {
  const byId = new Map(contacts.map((contact) => [contact.contactId, contact]));
  return [...byId.values()].sort(
    (a, b) => Number(isNew(b)) - Number(isNew(a)) || b.createdAt.localeCompare(a.createdAt),
  );
}

/** Whether it is unopened and not withdrawn. */
export function isNew({ state, withdrawnAt }: Pick<ContactAnswer, 'state' | 'withdrawnAt'>): boolean {
  return state === 'new' && withdrawnAt === null;
}
