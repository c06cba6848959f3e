import type { FieldReason } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { wantsFreshSignIn } from '../account/sign-in/fresh-sign-in.tsx';
import { useWords } from '../i18n/words.tsx';
import { useFocusRefused } from '../ui/field-focus.ts';
import { whyFailed } from '../ui/why-failed.ts';

/** Invalid form fields with their reasons. */
type Wrong = Partial<Record<string, FieldReason>>;

/**
 * Runs one action at a time and keeps its result message. For a form it also keeps the errors of its fields and focuses the
 * first invalid one.
 */
export function useAction() {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [wrong, setWrong] = useState<Wrong>({});
  const box = useRef<HTMLElement>(null);
  const focusWrong = useFocusRefused(box);
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string; wantsFreshSignIn?: boolean }>();
  const [busy, setBusy] = useState(false);
  const refuse = (found: Wrong) => {
    setWrong(found);
    setSaid({ tone: 'bad', text: t('profile.check', { count: Object.keys(found).length }) });
    focusWrong();
  };
  /** `fieldOf` maps an API field to a form field; undefined if the form has none. */
  const run = async (
    work: (client: Client) => Promise<string | undefined>,
    fieldOf: (name: string) => string | undefined = () => undefined,
  ): Promise<boolean> => {
    setBusy(true);
    setSaid(undefined);
    setWrong({});
    try {
      const text = await work(client);
      if (text !== undefined) setSaid({ tone: 'good', text });
      return true;
    } catch (error) {
      const refused = refusedBy(error, fieldOf);
      if (Object.keys(refused).length > 0) refuse(refused);
      else
        setSaid({
          tone: 'bad',
          text: whyFailed(error, words),
          wantsFreshSignIn: wantsFreshSignIn(error),
        });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    said,
    busy,
    run,
    clear: () => setSaid(undefined),
    wrong,
    /** Shows field errors without a request. */
    refuse,
    /** Clears the error of a field that changes. */
    change: (field: string) => setWrong(({ [field]: _, ...others }) => others),
    /** `ref` of the element around the fields. */
    form: (element: HTMLElement | null) => {
      box.current = element;
    },
  };
}

function refusedBy(error: unknown, fieldOf: (name: string) => string | undefined): Wrong {
  const fields = error instanceof ApiError ? (error.body.data?.fields ?? []) : [];
  return Object.fromEntries(
    fields.flatMap(({ field, reason }) => {
      const own = fieldOf(field);
      return own === undefined ? [] : [[own, reason]];
    }),
  );
}
