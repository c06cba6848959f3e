import { MAX_ON_SHORTLIST } from '@maru/listing/people';
import { notFound, useRouterState } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { MixedSources, SourceNotes } from '../listing/card/attribution.tsx';
import { addressLine } from '../listing/card/card-words.ts';
import { useHomeCards } from '../listing/card/home-cards.ts';
import { KrwCard } from '../listing/card/krw-card.tsx';
import { QueryCache } from '../queries/query-cache.tsx';
import { ShareButton } from '../share/share-button.tsx';
import { OwnerTools } from '../shortlist/owner-tools.tsx';
import { isListKey } from '../shortlist/shortlist-memory.ts';
import { useOwnLists } from '../shortlist/use-own-lists.ts';
import { type OpenShortlist, type ShownList, useShortlist } from '../shortlist/use-shortlist.ts';
import { VoteBox } from '../shortlist/vote-box.tsx';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { PageMain } from '../ui/frame/page-main.tsx';
import { FamilyIcon } from '../ui/icons/saved-icons.tsx';
import { Empty, LoadState } from '../ui/loading-parts.tsx';
import { Notice } from '../ui/notice.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { whyFailed } from '../ui/why-failed.ts';

export const page = definePage({ loader, head, Page });

/**
 * Answers 404 for a list that is no longer shared. The server sends nothing of the list itself: pages may be cached, and the
 * list is secret.
 */
async function loader({ client, search, words, signal }: LoaderContext): Promise<Record<string, never>> {
  const { key } = search;
  if (key === undefined) return {};
  if (!isListKey(key)) {
    const statusMessage = words.t('error.shortlist_not_found');
    throw notFound({ data: { statusCode: 404, statusMessage, data: { code: 'shortlist_not_found' } } });
  }
  // In the browser the page itself loads the list and polls it.
  if (typeof window === 'undefined') await client.findShortlist({ params: { key }, signal });
  return {};
}

function head(
  _: unknown,
  { words: { t } }: { words: { t: (key: 'shortlist.title' | 'shortlist.about') => string } },
): PageHead {
  return { title: t('shortlist.title'), description: t('shortlist.about'), index: false };
}

/** A family's list of homes, for anyone with its secret link (rule R74). */
function Page() {
  const { t } = useWords();
  const key = useRouterState({ select: ({ location }) => (location.search as Record<string, unknown>).key });
  if (isListKey(key)) {
    return (
      <QueryCache>
        <ListOfKey key={key} listKey={key} />
      </QueryCache>
    );
  }
  return (
    <Frame title={t('shortlist.title')}>
      <div className="mt-6">
        <Empty icon={<FamilyIcon />} title={t('shortlist.no_key')} text={t('shortlist.about')}>
          <SiteLink path="/my-page?tab=family" className={buttonClass('primary')}>
            {t('shortlist.to_mine')}
          </SiteLink>
        </Empty>
      </div>
    </Frame>
  );
}

function ListOfKey({ listKey }: { listKey: string }) {
  const { t } = useWords();
  const shortlist = useShortlist(listKey);
  useOwnLists();
  const { list, isGone, error } = shortlist;
  if (isGone) {
    return (
      <Frame title={t('error.screen.not_found')}>
        <p className="mt-3 text-quiet">{t('error.shortlist_not_found')}</p>
        <p className="mt-6">
          <SiteLink path="/" className={buttonClass('primary')}>
            {t('error.screen.main')}
          </SiteLink>
        </p>
      </Frame>
    );
  }
  if (list === undefined) {
    return (
      <Frame title={t('shortlist.title')}>
        <div className="mt-6">
          <LoadState isLoading error={error} onRetry={shortlist.retry} />
        </div>
      </Frame>
    );
  }
  return <OpenList listKey={listKey} list={list} shortlist={shortlist} />;
}

function OpenList({
  listKey,
  list,
  shortlist,
}: {
  listKey: string;
  list: ShownList;
  shortlist: OpenShortlist;
}) {
  const words = useWords();
  const { t } = words;
  const { known, error, isOffline } = shortlist;
  const form = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  const ids = list.homes.map(({ homeId }) => homeId);
  const { found, error: cardsError, retry } = useHomeCards(ids);
  const person = known?.person;
  const isOwner = known?.isOwn === true;
  const askName = () => {
    setAsked(true);
    form.current?.querySelector('input')?.focus();
    form.current?.scrollIntoView({ block: 'center' });
  };
  return (
    <Frame title={list.name}>
      <p className="mt-2 text-quiet">{t(isOwner ? 'shortlist.about_own' : 'shortlist.about')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {/* Anyone with the link may share it: nothing else is needed for access. */}
        <ShareButton
          title={list.name}
          path={`/shortlist?key=${listKey}`}
          label={t('shortlist.share')}
          variant="primary"
        />
        {isOwner ? <OwnerTools list={list} shortlist={shortlist} /> : null}
      </div>
      <div role="status" className="not-empty:mt-6">
        {isOffline || error !== undefined ? (
          <Notice tone="info" title={t(isOffline ? 'shortlist.offline' : 'shortlist.not_told')}>
            <p>{isOffline ? t('shortlist.offline_text') : whyFailed(error, words)}</p>
          </Notice>
        ) : null}
      </div>
      <div className="mt-6">
        {person === undefined ? (
          <>
            {isAsked ? (
              <p role="alert" className="mb-2 font-semibold">
                {t('shortlist.name_first')}
              </p>
            ) : null}
            <div ref={form}>
              <NameForm taken={list.people.map(({ name }) => name)} onName={shortlist.join} />
            </div>
          </>
        ) : (
          <p>{t('shortlist.you_are', { name: person.name })}</p>
        )}
        {list.people.length === 0 ? null : (
          <p className="mt-3 text-quiet">
            {t('shortlist.people', { names: list.people.map(({ name }) => name).join(', ') })}
          </p>
        )}
      </div>
      <div className="mt-6">
        <LoadState isLoading={found === undefined} error={cardsError} onRetry={retry} />
      </div>
      {found === undefined ? null : (
        <MixedSources sources={found.sources}>
          <ol className="mt-8 space-y-6">
            {ids.map((homeId) => {
              const card = found.cards.get(homeId);
              const isWithdrawn = card === undefined && found.gone.has(homeId);
              if (card === undefined && !isWithdrawn) return null;
              const address = card === undefined ? t('shortlist.no_longer_shown') : addressLine(card, words);
              return (
                <li
                  key={homeId}
                  data-shortlisted={homeId}
                  className="grid gap-5 rounded-card border border-line bg-surface p-4 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)] md:p-5"
                >
                  {card === undefined ? (
                    <div className="rounded-card border border-line border-dashed p-5">
                      <p className="font-semibold">{t('shortlist.no_longer_shown')}</p>
                      <p className="mt-1 text-quiet">{t('shortlist.no_longer_shown_text')}</p>
                    </div>
                  ) : (
                    <KrwCard
                      home={card}
                      now={found.now}
                      headingLevel={2}
                      sizes="(min-width: 768px) 320px, 94vw"
                    />
                  )}
                  <div>
                    <VoteBox
                      homeId={homeId}
                      address={address}
                      list={list}
                      shortlist={shortlist}
                      onNeedsName={askName}
                    />
                    {isOwner ? (
                      <Button
                        variant="aside"
                        className="mt-4 text-sm"
                        onClick={() => void shortlist.update({ remove: [homeId] }).catch(() => {})}
                      >
                        {t('shortlist.take_off')}
                        <span className="sr-only">, {address}</span>
                      </Button>
                    ) : null}
                  </div>
                </li>
              );
            })}
          </ol>
          {ids.length === 0 ? <p className="mt-8 text-quiet">{t('shortlist.empty')}</p> : null}
          <SourceNotes sources={found.sources} className="mt-8" />
        </MixedSources>
      )}
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <PageMain className="min-h-dvh w-full max-w-[960px] px-4 py-8 md:py-12">
      <h1 className="break-words font-bold text-2xl">{title}</h1>
      {children}
    </PageMain>
  );
}

interface NameFormProps {
  /** Names in use; each name must be unique. */
  taken: readonly string[];
  onName: (name: string) => void;
}

/** Asks for the visitor's name, once per list. Needs no account and no email address. */
function NameForm({ taken, onName }: NameFormProps) {
  const { t } = useWords();
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => {
      if (name.trim() === '') return { name: 'missing' };
      return taken.includes(name.trim()) ? { name: 'repeated' } : {};
    },
    submit: async (_, { name }) => {
      onName(name.trim());
      return undefined;
    },
    reasonText: (_, reason) => t(reason === 'missing' ? 'shortlist.name_missing' : 'shortlist.name_taken'),
  });
  return (
    <Form form={form} className="rounded-card border-2 border-primary bg-surface p-5">
      <Field
        label={t('shortlist.name_label')}
        note={t('shortlist.name_note')}
        maxLength={MAX_ON_SHORTLIST.personName}
        autoComplete="nickname"
        placeholder={t('shortlist.name_example')}
        {...form.field('name')}
      />
      <Button variant="primary" size="large" className="mt-4" type="submit">
        {t('shortlist.start')}
      </Button>
    </Form>
  );
}
