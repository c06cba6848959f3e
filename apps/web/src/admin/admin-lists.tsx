import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import type { usePages } from '../queries/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { whyFailed } from '../ui/why-failed.ts';

/** Tables and paged lists of the admin tabs, with their loading and failed states. */

export interface TableColumn<Row> {
  /** Another one for each column. */
  title: string;
  isNumber?: boolean;
  /** Does not wrap: times, state names. */
  isShort?: boolean;
  /** Hidden on phones. */
  isExtra?: boolean;
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Instead of a table without rows. */
  empty?: string;
}

/** A table in a focusable scroll box, so that the keyboard can scroll it. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return empty === undefined ? null : <p className="text-quiet">{empty}</p>;
  return (
    <ScrollBox label={caption} className="rounded-card border border-line bg-surface">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b bg-sunken text-quiet text-sm">
            {columns.map(({ title, isNumber, isExtra }) => (
              <th
                key={title}
                scope="col"
                className={`whitespace-nowrap px-4 py-2 font-medium ${isNumber ? 'text-right' : ''} ${isExtra ? 'max-md:hidden' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-line border-b align-middle last:border-b-0">
              {columns.map(({ title, isNumber, isShort, isExtra, cell }) => (
                <td
                  key={title}
                  className={`px-4 py-3 ${isNumber ? 'tabular text-right' : ''} ${isShort ? 'md:whitespace-nowrap' : ''} ${isExtra ? 'max-md:hidden' : ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface PagedListProps<Item> extends PageEndProps<Item> {
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
}

export function PagedList<Item>({ list, keyOf, empty, children }: PagedListProps<Item>) {
  return (
    <>
      <ul>
        {list.items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <PageEnd list={list} empty={empty} />
    </>
  );
}

type Pages = Pick<ReturnType<typeof usePages>, 'isFetching' | 'hasNextPage' | 'error' | 'more'>;

interface PageEndProps<Item> {
  list: Pages & { items: readonly Item[] };
  /** Instead of a list without items. */
  empty: string;
}

/** The end of a paged list: loading, empty or failed, and the button for more. */
export function PageEnd({ list, empty }: PageEndProps<unknown>) {
  const { t } = useWords();
  const { items, isFetching, hasNextPage, error, more } = list;
  return (
    <div className="mt-4">
      <LoadStatus isLoading={isFetching} error={error} otherwise={items.length === 0 ? empty : ''} />
      {error !== null || (hasNextPage && !isFetching) ? (
        <Button className="mt-3" onClick={more}>
          {t(error === null ? 'inbox.more' : 'account.try_again')}
        </Button>
      ) : null}
    </div>
  );
}

/** Says that something loads, or why it failed. */
export function LoadStatus({
  isLoading,
  error,
  otherwise = '',
}: {
  isLoading: boolean;
  error: Error | null;
  otherwise?: string;
}) {
  const words = useWords();
  return (
    <p role="status" className={error === null ? 'text-quiet' : 'text-bad'}>
      {error !== null ? whyFailed(error, words) : isLoading ? words.t('site.loading') : otherwise}
    </p>
  );
}

/** Placeholder while the query loads; on failure with a retry button. */
export function Waiting({ query }: { query: { error: Error | null; refetch: () => unknown } }) {
  const { t } = useWords();
  const { error, refetch } = query;
  return (
    <div>
      <LoadStatus isLoading error={error} />
      {error === null ? null : (
        <Button className="mt-3" onClick={() => void refetch()}>
          {t('account.try_again')}
        </Button>
      )}
    </div>
  );
}

/** The state of the process and its feeds. */
export function useAdminState() {
  return useApiQuery(['admin', 'state'], (client, signal) => client.loadAdminState({ signal }));
}
