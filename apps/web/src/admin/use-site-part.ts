import type { SitePart, SiteSettingsAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useAction } from './use-action.ts';

type Value<P extends SitePart> = SiteSettingsAnswer[P]['value'];
type Entry = Value<SitePart>[number];

/** Editable members of an entry; each has a field that shows its error. */
const FILLED = ['en', 'ko', 'path', 'from', 'until'] as const;
type Filled = (typeof FILLED)[number];
/** By identity, not by index: the list may change before the response. */
const nameOf = (entry: Entry, member: Filled) =>
  `${'isShown' in entry ? entry.name : 'kind' in entry ? `${entry.kind} ${entry.id}` : entry.id}.${member}`;

/**
 * Edits one part of the site settings as a draft until it is saved. On a conflict (412) neither version is lost: the admin
 * chooses.
 */
export function useSitePart<P extends SitePart>(part: P) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const query = queryOptions({
    // One key per part: saving one must not update the version that another draft is based on.
    queryKey: ['admin', 'site', part],
    queryFn: ({ signal }) => client.loadSiteSettings({ signal }),
  });
  const { data: answer, error, refetch } = useQuery(query);
  const { said, busy, run, wrong, change, form } = useAction();
  const [draft, setDraft] = useState<Value<P>>();
  const [isConflict, setConflict] = useState(false);
  const own = answer?.[part];
  useEffect(() => {
    if (own !== undefined) setDraft((last) => last ?? own.value);
  }, [own]);
  const take = (now: SiteSettingsAnswer) => {
    queries.setQueryData(query.queryKey, now);
    setDraft(now[part].value);
    setConflict(false);
  };
  /** Maps an API field such as `announcements.0.until`. */
  const fieldOf = (name: string) => {
    const [, at, last] = name.split('.');
    const entry = draft?.[Number(at)];
    const member = FILLED.find((one) => one === last);
    return entry === undefined || member === undefined ? undefined : nameOf(entry, member);
  };
  const save = (how: { overwrite?: boolean } = {}) =>
    run(async (client) => {
      try {
        const ifMatch = how.overwrite ? undefined : own?.version;
        take(
          await client.saveSitePart({
            params: { id: part },
            body: { [part]: draft },
            ...(ifMatch === undefined ? {} : { ifMatch }),
          }),
        );
        return t('admin.site.saved');
      } catch (error) {
        if (error instanceof ApiError && error.statusCode === 412) setConflict(true);
        throw error;
      }
    }, fieldOf);
  const undo = (historyId: number) =>
    run(async (client) => {
      take(await client.saveSitePart({ params: { id: part }, body: { undo: historyId } }));
      return t('admin.site.undone');
    });
  const isChanged =
    draft !== undefined && own !== undefined && JSON.stringify(draft) !== JSON.stringify(own.value);
  return {
    error,
    again: refetch,
    own,
    draft,
    setDraft,
    isChanged,
    isConflict,
    said,
    busy,
    form,
    /** The error message of an entry's field. */
    told: (entry: Entry, member: Filled) => {
      const reason = wrong[nameOf(entry, member)];
      if (reason === undefined) return undefined;
      return t(reason === 'min_above_max' ? 'admin.days_crossed' : `reason.${reason}`);
    },
    /** Clears the error of a changed field. */
    touch: (entry: Entry, member: Filled) => change(nameOf(entry, member)),
    save,
    undo,
    theirs: () =>
      run(async (client) => {
        take(await client.loadSiteSettings({}));
        return undefined;
      }),
  };
}
