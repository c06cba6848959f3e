import { useEffect, useState } from 'react';
import { changedParts, keepOwnDraft, loadOwnDraft } from '../browser/tab-draft.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { useAccount } from './use-account.ts';

/**
 * The saved values with unsaved edits on top, which are stored in this tab for this account and `name` until they equal
 * the saved ones, are dropped, or the user signs out. `name` and account must not change while mounted.
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
    /** Drops the edits that were sent; those made since stay. */
    drop: (sent: Partial<T>) => {
      setTyped((last) => changedParts(last, sent as T));
      setFromBefore(false);
    },
    isRestored: isFromBefore && isUnsaved,
  };
}
