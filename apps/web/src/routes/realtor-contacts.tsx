import type { ContactAnswer } from '@maru/contract';
import { CONTACT_STATES } from '@maru/listing';
import { localePath } from '@maru/words';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useAccount } from '../account/use-account.ts';
import { whyFailed } from '../account/why-failed.ts';
import { formatMoment } from '../contact/contact-copy.tsx';
import { InboxDetail } from '../contact/inbox-detail.tsx';
import { inboxOrder, isNew } from '../contact/inbox-order.ts';
import { Original } from '../contact/who-answers.tsx';
import { useWords } from '../i18n/words.tsx';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import { SiteLink } from '../ui/site-link.tsx';

type State = ContactAnswer['state'];

/** A realtor's messages: the list, and beside it (on a phone in its place) the one that is read. */
export function Page() {
  const { t, locale } = useWords();
  const { state, account } = useAccount();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  if (state.status === 'loading') return <Closed title={t('inbox.title')} text={t('site.loading')} />;
  if (state.status === 'signed-out') {
    const back = encodeURIComponent(localePath(locale, pathname + searchStr));
    return state.unknown ? (
      <Closed title={t('inbox.title')} text={t('my.unknown.text')}>
        <button
          type="button"
          className={LOUD}
          onClick={() => void account?.session().then((session) => session.load())}
        >
          {t('account.try_again')}
        </button>
      </Closed>
    ) : (
      <Closed title={t('inbox.sign_in_title')} text={t('inbox.sign_in_text')}>
        <SiteLink path={`/login?redirectUrl=${back}`} className={LOUD}>
          {t('account.sign_in')}
        </SiteLink>
      </Closed>
    );
  }
  if (state.user.role === 'user') {
    return <Closed title={t('inbox.not_realtor_title')} text={t('inbox.not_realtor_text')} />;
  }
  return <Inbox key={state.user.id} />;
}

function Inbox() {
  const { t } = useWords();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const shownState = CONTACT_STATES.find((one) => one === search.state);
  const id = typeof search.id === 'string' && search.id !== '' ? search.id : undefined;
  const { contacts, failed, next, load, take } = useContacts(shownState);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto min-h-dvh w-full max-w-[1248px] px-4 py-6 outline-none md:px-6 md:py-10"
    >
      <h1 className={`mb-4 font-bold text-2xl ${id === undefined ? '' : 'max-md:sr-only'}`}>
        {t('inbox.title')}
      </h1>
      <div className="md:grid md:grid-cols-[360px_minmax(0,1fr)] md:items-start md:gap-8">
        <div className={id === undefined ? '' : 'max-md:hidden'}>
          <StateFilter shown={shownState} />
          {contacts.length > 0 ? (
            <ContactList contacts={contacts} shown={id} state={shownState} />
          ) : failed === undefined && next === null ? (
            <p className="py-6 text-quiet">
              {t(shownState === undefined ? 'inbox.empty' : 'inbox.empty_state')}
            </p>
          ) : null}
          <p role="status" className={failed === undefined ? 'text-quiet' : 'mt-3 text-bad'}>
            {failed ?? (next === undefined ? t('site.loading') : '')}
          </p>
          {failed !== undefined || typeof next === 'string' ? (
            <button type="button" className={`mt-3 ${QUIET}`} onClick={() => load()}>
              {t(failed === undefined ? 'inbox.more' : 'account.try_again')}
            </button>
          ) : null}
        </div>
        {id === undefined ? (
          <p className="rounded-card border border-line border-dashed p-8 text-center text-quiet max-md:hidden">
            {t('inbox.choose')}
          </p>
        ) : (
          <div className="md:rounded-card md:border md:border-line md:bg-surface md:p-6">
            <p className="md:hidden">
              <SiteLink
                path={pathOf(undefined, shownState)}
                className="-ml-2 mb-2 inline-flex min-h-11 items-center gap-2 px-2 font-medium text-primary-text"
              >
                <ArrowLeftIcon size={18} />
                {t('inbox.back')}
              </SiteLink>
            </p>
            <InboxDetail key={id} contactId={id} onKnown={take} />
          </div>
        )}
      </div>
    </main>
  );
}

function StateFilter({ shown }: { shown: State | undefined }) {
  const { t } = useWords();
  return (
    <nav aria-label={t('inbox.filter')} className="mb-3">
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...CONTACT_STATES].map((state) => (
          <li key={state ?? 'all'}>
            <SiteLink
              path={pathOf(undefined, state)}
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
  state: State | undefined;
}

/** Who, which home, when, and what became of it. */
function ContactList({ contacts, shown, state }: ContactListProps) {
  const words = useWords();
  const { t } = words;
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {contacts.map((contact) => {
        const { contactId, name, home, withdrawnAt } = contact;
        return (
          <li key={contactId} className="border-line border-b last:border-b-0">
            <SiteLink
              path={pathOf(contactId, state)}
              resetScroll={false}
              aria-current={contactId === shown ? 'true' : undefined}
              className="block px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className={isNew(contact) ? 'font-bold' : ''}>{name ?? t('inbox.withdrawn_row')}</span>
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

/** The contacts of a state, page by page. `next`: undefined while a page is on its way, null after the last one. */
function useContacts(state: State | undefined) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [contacts, setContacts] = useState<ContactAnswer[]>([]);
  const [next, setNext] = useState<string | null>();
  const [failed, setFailed] = useState<string>();

  const ask = useCallback(
    async (cursor: string | undefined, signal?: AbortSignal) => {
      setFailed(undefined);
      setNext(undefined);
      const box = 'received' as const;
      try {
        const [page, waiting] = await Promise.all([
          client.listRealtorContacts({ query: { box, state, cursor }, signal }),
          // On whichever page they stand, new ones come first.
          cursor === undefined && state === undefined
            ? client.listRealtorContacts({ query: { box, state: 'new' }, signal })
            : undefined,
        ]);
        setContacts((last) =>
          inboxOrder([...(cursor === undefined ? [] : last), ...(waiting?.items ?? []), ...page.items]),
        );
        setNext(page.next ?? null);
      } catch (error) {
        if ((error as Error).name === 'AbortError') return;
        setNext(cursor ?? null);
        setFailed(t('inbox.load_failed', { why: whyFailed(error, words) }));
      }
    },
    [client, state, t, words],
  );
  useEffect(() => {
    const stop = new AbortController();
    setContacts([]);
    void ask(undefined, stop.signal);
    return () => stop.abort();
  }, [ask]);

  /** Where it stands in the list it stays, however it has changed: nothing moves under the hand. */
  const take = useCallback((known: ContactAnswer) => {
    setContacts((last) => last.map((one) => (one.contactId === known.contactId ? known : one)));
  }, []);
  return { contacts, next, failed, load: () => void ask(next ?? undefined), take };
}

function pathOf(id: string | undefined, state: State | undefined): string {
  const query = new URLSearchParams({
    ...(state === undefined ? {} : { state }),
    ...(id === undefined ? {} : { id }),
  }).toString();
  return `/realtor/contacts${query === '' ? '' : `?${query}`}`;
}

function Closed({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto min-h-dvh max-w-[520px] px-4 py-16 text-center outline-none md:py-28"
    >
      <h1 className="font-bold text-2xl">{title}</h1>
      <p role="status" className="mt-3 text-quiet">
        {text}
      </p>
      <p className="mt-6 empty:hidden">{children}</p>
    </main>
  );
}

const LOUD =
  'inline-flex min-h-12 items-center rounded-field bg-primary px-6 font-semibold text-on-primary hover:bg-primary-strong';
const QUIET =
  'inline-flex min-h-11 items-center rounded-field border border-line-strong bg-surface px-5 font-semibold hover:bg-sunken';
