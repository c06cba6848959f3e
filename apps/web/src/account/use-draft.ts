import { useEffect, useState } from 'react';
import { changedParts, keepOwnDraft, loadOwnDraft } from '../browser/tab-draft.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { useAccount } from './use-account.ts';

/**
 * What is saved of one's own thing, with what was typed over it since: that is kept in this tab, for this account and
 * `name`, until it is as saved, dropped or signed out. `name` and the account stay the same while this is mounted.
 */
export function useDraft<T extends object>(name: string, saved: T) {
  const { state } = useAccount();
  const key = state.status === 'signed-in' ? `${state.user.id}/${name}` : undefined;
  const [found] = useState(() => (key === undefined ? undefined : loadOwnDraft<T>(key, tabStorage())));
  const [typed, setTyped] = useState<Partial<T>>(found ?? {});
  const [isFromBefore, setFromBefore] = useState(found !== undefined);
  const unsaved = changedParts(typed, saved);
  const isUnsaved = Object.keys(unsaved).length > 0;
  const text = isUnsaved ? JSON.stringify(unsaved) : undefined;
  useEffect(() => {
    if (key !== undefined) keepOwnDraft(key, text === undefined ? undefined : JSON.parse(text), tabStorage());
  }, [key, text]);
  return {
    values: { ...saved, ...typed },
    change: (part: Partial<T>) => setTyped((last) => ({ ...last, ...part })),
    /** Of what was sent nothing is unsaved; what was typed meanwhile is. */
    drop: (sent: Partial<T>) => {
      setTyped((last) => changedParts(last, sent as T));
      setFromBefore(false);
    },
    /** Something of it was found here as it had been left. */
    isRestored: isFromBefore && isUnsaved,
  };
}
