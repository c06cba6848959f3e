import type { ContactAnswer } from '@maru/contract';
import { CONTACT_STATES } from '@maru/listing';
import { localePath } from '@maru/words';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FreshSignIn, wantsFreshSignIn } from '../../account/sign-in/fresh-sign-in.tsx';
import { formatMoment } from '../../contact/contact-copy.tsx';
import { InboxDetail } from '../../contact/inbox-detail.tsx';
import { inboxOrder, isNew } from '../../contact/inbox-order.ts';
import { Original } from '../../contact/who-answers.tsx';
import { Written } from '../../contact/written.tsx';
import { useWords } from '../../i18n/words.tsx';
import { RealtorArea } from '../../realtor/realtor-area.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ArrowLeftIcon } from '../../ui/icons/icons.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SiteLink } from '../../ui/site-link.tsx';
import { whyFailed } from '../../ui/why-failed.ts';

type State = ContactAnswer['state'];

/** A realtor's messages: the list, and beside it (on a phone in its place) the one that is read. */
export function Page() {
  return (
    <RealtorArea page="contacts" width="wide">
      {() => <Inbox />}
    </RealtorArea>
  );
}

function Inbox() {
  const { t } = useWords();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const asked: Asked = {
    state: CONTACT_STATES.find((one) => one === search.state),
    text: typeof search.text === 'string' ? search.text.trim().slice(0, 100) : '',
  };
  const id = typeof search.id === 'string' && search.id !== '' ? search.id : undefined;
  const { contacts, failed, next, load, take } = useContacts(asked);
  return (
    <div className="md:grid md:grid-cols-[340px_minmax(0,1fr)] md:items-start md:gap-8">
      <div className={id === undefined ? '' : 'max-md:hidden'}>
        <SearchBox asked={asked} />
        <StateFilter asked={asked} />
        {contacts.length > 0 ? (
          <ContactList contacts={contacts} shown={id} asked={asked} />
        ) : failed === undefined && next === null ? (
          <p className="py-6 text-quiet">
            {asked.text !== ''
              ? t('inbox.search_none', { text: asked.text })
              : t(asked.state === undefined ? 'inbox.empty' : 'inbox.empty_state')}
          </p>
        ) : null}
        <p role="status" className={failed === undefined ? 'text-quiet' : 'mt-3 text-bad'}>
          {failed ?? (next === undefined ? t('site.loading') : '')}
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          {failed !== undefined || typeof next === 'string' ? (
            <Button size="medium" onClick={() => load()}>
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
              path={pathOf(undefined, asked)}
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
  );
}

/** What of the inbox is looked for, as the address has it. */
interface Asked {
  state: State | undefined;
  text: string;
}

function SearchBox({ asked }: { asked: Asked }) {
  const { t } = useWords();
  const router = useRouter();
  return (
    <form
      // Another search, another field.
      key={asked.text}
      className="mb-3"
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
        const { locale } = router.options.context;
        void router.navigate({ href: localePath(locale, pathOf(undefined, { ...asked, text })) });
      }}
    >
      <Field label={t('inbox.search')} name="text" type="search" maxLength={100} defaultValue={asked.text} />
      <p className="mt-2 flex gap-2">
        <Button size="medium" type="submit">
          {t('inbox.search_button')}
        </Button>
        {asked.text === '' ? null : (
          <SiteLink
            path={pathOf(undefined, { ...asked, text: '' })}
            className={buttonClass('secondary', 'medium')}
          >
            {t('inbox.search_clear')}
          </SiteLink>
        )}
      </p>
    </form>
  );
}

/** The list that is asked for as a file, page after page, so that none is too large. */
function Download({ asked }: { asked: Asked }) {
  const words = useWords();
  const { t, locale } = words;
  const { client } = useRouter().options.context;
  const [said, setSaid] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isFreshWanted, setFreshWanted] = useState(false);
  const load = async () => {
    setBusy(true);
    setFreshWanted(false);
    // Excel takes a file without this for one in the alphabet of its country.
    const parts: string[] = ['\ufeff'];
    let cursor: string | undefined;
    let rows = 0;
    try {
      do {
        const query = { state: asked.state, text: asked.text || undefined, locale, cursor };
        const page = await client.exportRealtorContacts({ query });
        parts.push(page.csv);
        rows += page.csv.split('\r\n').length - 1;
        setSaid(t('inbox.exporting', { count: rows }));
        cursor = page.next;
      } while (cursor !== undefined);
      saveFile(`maru-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', parts);
      setSaid(undefined);
    } catch (error) {
      setSaid(t('inbox.export_failed', { why: whyFailed(error, words) }));
      setFreshWanted(wantsFreshSignIn(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="medium" disabled={isBusy} onClick={() => void load()}>
        {t('inbox.export')}
      </Button>
      <span role="status" className="self-center text-quiet text-sm">
        {said}
      </span>
      {isFreshWanted ? <FreshSignIn /> : null}
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
              path={pathOf(undefined, { ...asked, state })}
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

/** Who, which home, when, and what became of it. */
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
              path={pathOf(contactId, asked)}
              resetScroll={false}
              aria-current={contactId === shown ? 'true' : undefined}
              className="block px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-primary-soft"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className={isNew(contact) ? 'font-bold' : ''}>
                  {name === null ? t('inbox.withdrawn_row') : <Written text={name} />}
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

/** The contacts of a state, page by page. `next`: undefined while a page is on its way, null after the last one. */
function useContacts({ state, text }: Asked) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [contacts, setContacts] = useState<ContactAnswer[]>([]);
  const [next, setNext] = useState<string | null>();
  const [failed, setFailed] = useState<string>();
  /** What was opened or changed since: a list that was asked for before knows less. */
  const known = useRef(new Map<string, ContactAnswer>());
  /** Ends with the choice: a later page of the last one is none of the next. */
  const stopping = useRef(new AbortController());

  const ask = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      setFailed(undefined);
      setNext(undefined);
      const box = 'received' as const;
      try {
        const [page, waiting] = await Promise.all([
          client.listRealtorContacts({ query: { box, state, text: text || undefined, cursor }, signal }),
          // On whichever page they stand, new ones come first.
          cursor === undefined && state === undefined && text === ''
            ? client.listRealtorContacts({ query: { box, state: 'new' }, signal })
            : undefined,
        ]);
        if (signal.aborted) return;
        setContacts((last) =>
          inboxOrder(
            [...(cursor === undefined ? [] : last), ...(waiting?.items ?? []), ...page.items].map(
              (one) => known.current.get(one.contactId) ?? one,
            ),
          ),
        );
        setNext(page.next ?? null);
      } catch (error) {
        if ((error as Error).name === 'AbortError') return;
        setNext(cursor ?? null);
        setFailed(t('inbox.load_failed', { why: whyFailed(error, words) }));
      }
    },
    [client, state, text, t, words],
  );
  useEffect(() => {
    const stop = new AbortController();
    stopping.current = stop;
    setContacts([]);
    void ask(undefined, stop.signal);
    return () => stop.abort();
  }, [ask]);

  /** Where it stands in the list it stays, however it has changed: nothing moves under the hand. */
  const take = useCallback((seen: ContactAnswer) => {
    known.current.set(seen.contactId, seen);
    setContacts((last) => last.map((one) => (one.contactId === seen.contactId ? seen : one)));
  }, []);
  return { contacts, next, failed, load: () => void ask(next ?? undefined, stopping.current.signal), take };
}

function pathOf(id: string | undefined, { state, text }: Asked): string {
  const query = new URLSearchParams({
    ...(state === undefined ? {} : { state }),
    ...(text === '' ? {} : { text }),
    ...(id === undefined ? {} : { id }),
  }).toString();
  return `/realtor/contacts${query === '' ? '' : `?${query}`}`;
}
