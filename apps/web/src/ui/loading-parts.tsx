import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Button } from './button.tsx';
import { whyFailed } from './why-failed.ts';

/** Shown until the first response. */
export function Waiting() {
  const { t } = useWords();
  return (
    <p role="status" aria-busy="true" className="text-quiet">
      {t('site.loading')}
    </p>
  );
}

/** A failed request, with a retry button. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useWords();
  return (
    <div role="alert" className="mb-6 flex flex-wrap items-center gap-3">
      <p>{whyFailed(error, words)}</p>
      <Button onClick={onRetry}>{words.t('account.try_again')}</Button>
    </div>
  );
}

/** The wait for the first response, or the failure of the last request. */
export function LoadState({
  isLoading,
  error,
  onRetry,
}: {
  isLoading: boolean;
  error: unknown;
  onRetry: () => void;
}) {
  if (error !== undefined && error !== null) return <Failed error={error} onRetry={onRetry} />;
  return isLoading ? <Waiting /> : null;
}

/** An empty list, and how to fill it. */
export function Empty({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <div className="rounded-card border border-line border-dashed px-6 py-12 text-center">
      <span className="mx-auto grid size-14 place-items-center rounded-chip bg-primary-soft text-primary-text">
        {icon}
      </span>
      <p className="mt-4 font-semibold text-lg">{title}</p>
      <p className="mx-auto mt-1 max-w-[44ch] text-quiet">{text}</p>
      {children === undefined ? null : <p className="mt-5">{children}</p>}
    </div>
  );
}
