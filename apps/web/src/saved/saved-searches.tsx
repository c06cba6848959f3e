import { ALERT_FREQUENCIES, type AlertFrequency } from '@maru/listing/people';
import { useQueries } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { KeptWhere } from '../account/kept-where.tsx';
import { useAccount } from '../account/use-account.ts';
import { useWords } from '../i18n/words.tsx';
import type { KeptSearch } from '../listing/kept/saved-things.ts';
import { loadSavedStore, useIsSavedKnown, useSaved } from '../listing/kept/use-saved.ts';
import { withDestination } from '../search/commute-destination.ts';
import {
  findNews,
  keepSearchLook,
  type LookNews,
  loadSearchLooks,
  parseSearchPath,
} from '../search/search-look.ts';
import { formatNotices } from '../search/search-words.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Options } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { BellIcon, PencilIcon, WarningIcon } from '../ui/icons/icons.tsx';
import { Empty, Waiting } from '../ui/loading-parts.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { AlertForm } from './alert-form.tsx';
import { SearchNews } from './search-news.tsx';

/** Saved searches, each with its changes since the last look. */
export function SavedSearches() {
  const { t } = useWords();
  const isKnown = useIsSavedKnown();
  const { searches, owner } = useSaved();
  const { state } = useAccount();
  const news = useNews(searches);
  if (!isKnown) return <Waiting />;
  return (
    <>
      <KeptWhere tab="searches" />
      {searches.length === 0 ? (
        <Empty icon={<BellIcon />} title={t('saved.searches_none')} text={t('saved.searches_none_text')}>
          <SiteLink path="/homes/for_sale" className={buttonClass('primary')}>
            {t('saved.look_for_homes')}
          </SiteLink>
        </Empty>
      ) : (
        <ul className="space-y-4">
          {searches.map((search) => (
            <SearchRow
              key={search.path}
              search={search}
              isOnAccount={owner !== null}
              news={news.get(search.path)}
            />
          ))}
        </ul>
      )}
      {state.status === 'signed-in' ? <AlertForm /> : null}
    </>
  );
}

/** What has changed, by search path; `failed` if it could not be loaded. */
function useNews(searches: readonly KeptSearch[]): ReadonlyMap<string, LookNews | 'failed'> {
  const { client } = useRouter().options.context;
  // Sequentially: each search takes several requests.
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const paths = searches.map(({ path }) => path);
  const results = useQueries({
    queries: paths.map((path) => ({
      queryKey: ['search-look', path],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const query = withDestination(parseSearchPath(path).query);
        const news = turn.current.then(() => findNews(query, loadSearchLooks()[path], client, signal));
        turn.current = news.catch(() => {});
        return news;
      },
    })),
  });
  return new Map(
    paths.flatMap((path, at) => {
      const news = results[at]?.data ?? (results[at]?.isError ? 'failed' : undefined);
      return news === undefined ? [] : [[path, news] as const];
    }),
  );
}

interface SearchRowProps {
  search: KeptSearch;
  isOnAccount: boolean;
  news: LookNews | 'failed' | undefined;
}

function SearchRow({ search, isOnAccount, news }: SearchRowProps) {
  const words = useWords();
  const { t } = words;
  const { path, frequency } = search;
  const [isNaming, setNaming] = useState(false);
  const [last, setLast] = useState(() => loadSearchLooks()[path]);
  const look = news === 'failed' ? undefined : news?.now;
  const markSeen = useCallback(() => {
    if (look === undefined) return;
    keepSearchLook(path, look);
    setLast(look);
  }, [path, look]);
  // The first look is the baseline of the next one.
  useEffect(() => {
    if (last === undefined) markSeen();
  }, [last, markSeen]);
  const name = search.name ?? t('saved.search_unnamed');
  const notices = formatNotices(parseSearchPath(path).problems, words);
  const keep = (edit: Partial<Pick<KeptSearch, 'name' | 'frequency'>>) =>
    void loadSavedStore().then((store) => store.keepSearch({ path, name: search.name, frequency, ...edit }));
  return (
    <li data-search-path={path} className="rounded-card border border-line bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          {isNaming ? (
            <NameForm
              name={search.name ?? ''}
              onDone={(next) => {
                setNaming(false);
                if (next !== null) keep({ name: next === '' ? null : next });
              }}
            />
          ) : (
            <h3 className="flex items-center gap-1 font-semibold text-lg leading-snug">
              <SiteLink
                path={path}
                className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                onClick={markSeen}
              >
                {name}
              </SiteLink>
              <Button variant="icon" className="text-quiet hover:text-text" onClick={() => setNaming(true)}>
                <PencilIcon size={18} />
                <span className="sr-only">{t('saved.rename', { name })}</span>
              </Button>
            </h3>
          )}
          {notices.length === 0 ? null : (
            <ul className="mt-1 text-sm">
              {notices.map((one) => (
                <li key={one} className="flex items-start gap-2">
                  <WarningIcon size={18} className="mt-0.5 text-warn" />
                  {one}
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {isOnAccount ? (
            <label className="flex items-center gap-2 text-sm">
              <span className="text-quiet">{t('saved.letters')}</span>
              <select
                value={frequency}
                onChange={(event) => keep({ frequency: event.target.value as AlertFrequency })}
                className="h-11 rounded-field border border-line-strong bg-surface px-2"
              >
                <Options values={ALERT_FREQUENCIES} format={(one) => t(`save.frequency.${one}`)} />
              </select>
            </label>
          ) : null}
          <Button onClick={() => void loadSavedStore().then((store) => store.dropSearch(path))}>
            {t('save.remove')}
            <span className="sr-only">, {name}</span>
          </Button>
        </div>
      </div>
      <SearchNews path={path} last={last} news={news} onSeen={markSeen} />
    </li>
  );
}

/** Edits the name; `onDone` receives null if it stays. Enter saves, Escape cancels. */
function NameForm({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const form = useForm({
    initial: { name },
    submit: async (_, values) => {
      onDone(values.name.replace(/\s+/g, ' ').trim());
      return undefined;
    },
  });
  const { error, ...field } = form.field('name');
  return (
    <Form form={form} className="flex flex-wrap items-center gap-2">
      <input
        {...field}
        ref={input}
        aria-label={t('saved.name')}
        maxLength={80}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(null);
        }}
        className="h-11 min-w-0 flex-1 basis-48 rounded-field border border-line-strong bg-surface px-3"
      />
      <Button variant="primary" type="submit">
        {t('saved.name_keep')}
      </Button>
      <Button onClick={() => onDone(null)}>{t('saved.name_leave')}</Button>
    </Form>
  );
}
