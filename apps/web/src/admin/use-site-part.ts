import type { SitePart, SiteSettingsAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useAction, useAsked } from './use-asked.ts';

type Value<P extends SitePart> = SiteSettingsAnswer[P]['value'];

/**
 * One part of what the owner sets, as it is edited here: kept in this page until it is saved. When somebody else was
 * quicker, theirs is not overwritten, and what was edited here stays until one decides.
 */
export function useSitePart<P extends SitePart>(part: P) {
  const { t } = useWords();
  const asked = useAsked<SiteSettingsAnswer>(`site ${part}`, (client, signal) =>
    client.loadSiteSettings({ signal }),
  );
  const { answer, put } = asked;
  const { said, busy, run } = useAction();
  const [draft, setDraft] = useState<Value<P>>();
  const [isConflict, setConflict] = useState(false);
  const own = answer?.[part];
  useEffect(() => {
    if (own !== undefined) setDraft((last) => last ?? own.value);
  }, [own]);
  const take = (now: SiteSettingsAnswer) => {
    put(now);
    setDraft(now[part].value);
    setConflict(false);
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
    });
  const undo = (historyId: number) =>
    run(async (client) => {
      take(await client.saveSitePart({ params: { id: part }, body: { undo: historyId } }));
      return t('admin.site.undone');
    });
  const isChanged =
    draft !== undefined && own !== undefined && JSON.stringify(draft) !== JSON.stringify(own.value);
  return {
    ...asked,
    own,
    draft,
    setDraft,
    isChanged,
    isConflict,
    said,
    busy,
    save,
    undo,
    theirs: () =>
      run(async (client) => {
        take(await client.loadSiteSettings({}));
        return undefined;
      }),
  };
}
