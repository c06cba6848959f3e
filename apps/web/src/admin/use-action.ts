import type { FieldReason } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { wantsFreshSignIn } from '../account/sign-in/fresh-sign-in.tsx';
import { useWords } from '../i18n/words.tsx';
import { useFocusWrong } from '../ui/use-focus-wrong.ts';
import { whyFailed } from '../ui/why-failed.ts';

/** Fields of a form that are wrong, each with its reason. */
type Wrong = Partial<Record<string, FieldReason>>;

/**
 * One thing that somebody does: what is said of it, and that only one is on its way. Where it is done by a form, what is
 * wrong with its fields is said beside each, and the first of them takes the focus.
 */
export function useAction() {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [wrong, setWrong] = useState<Wrong>({});
  const box = useRef<HTMLElement>(null);
  const focusWrong = useFocusWrong(box);
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string; wantsFreshSignIn?: boolean }>();
  const [busy, setBusy] = useState(false);
  const refuse = (found: Wrong) => {
    setWrong(found);
    setSaid({ tone: 'bad', text: t('profile.check', { count: Object.keys(found).length }) });
    focusWrong();
  };
  /** `fieldOf`: the field of the form that the API calls so; undefined where the form has none. */
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
    /** Says what is wrong without asking the server. */
    refuse,
    /** Whoever changes a field has seen what was said of it. */
    change: (field: string) => setWrong(({ [field]: _, ...others }) => others),
    /** For the `ref` of the element around the fields. */
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
