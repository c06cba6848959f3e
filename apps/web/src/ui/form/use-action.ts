import { ApiError, type Client } from '@maru/contract/client';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { whyFailed } from '../why-failed.ts';

/** The message after an action; `error` is the cause of a bad one. */
export interface ActionResult {
  tone: 'good' | 'bad';
  text: string;
  error?: unknown;
}

/**
 * Runs one action at a time and keeps its result message. `failed` makes the message of a failure from its reason in the
 * visitor's language.
 */
export function useAction(failed: (why: string, error: unknown) => string = (why) => why) {
  const words = useWords();
  const { client } = useRouter().options.context;
  const [result, setResult] = useState<ActionResult>();
  const [isBusy, setBusy] = useState(false);
  const [isConflict, setConflict] = useState(false);
  const isRunning = useRef(false);
  /** `work` returns the message of its success, if it has one. Resolves to whether it succeeded. */
  const run = async (work: (client: Client) => Promise<string | undefined>): Promise<boolean> => {
    // A second press may come before the button is rendered as disabled.
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setResult(undefined);
    try {
      const text = await work(client);
      setConflict(false);
      if (text !== undefined) setResult({ tone: 'good', text });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.statusCode === 412) setConflict(true);
      setResult({ tone: 'bad', text: failed(whyFailed(error, words), error), error });
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return {
    result,
    setResult,
    isBusy,
    /** The server has a newer version than the one that was edited (412). Until an action succeeds. */
    isConflict,
    run,
  };
}

export type Action = Pick<ReturnType<typeof useAction>, 'result' | 'isBusy'>;
