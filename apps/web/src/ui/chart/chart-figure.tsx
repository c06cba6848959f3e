import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { type Numbers, NumbersTable } from './numbers-table.tsx';

/**
 * A chart with its message above, its drawing, where its numbers come from, and the numbers themselves behind
 * "Show numbers". Nothing of it needs script. `message` says in words what the drawing shows: it is what a screen
 * reader gets of it, beside the table.
 */
export function ChartFigure({
  message,
  note,
  numbers,
  children,
}: {
  message: string;
  /** Where the numbers come from and when they were true. */
  note?: ReactNode;
  numbers: Numbers;
  children: ReactNode;
}) {
  const { t } = useWords();
  return (
    <figure className="max-w-[720px] break-inside-avoid">
      <figcaption className="mb-3 font-medium">{message}</figcaption>
      <div aria-hidden="true">{children}</div>
      {note === undefined ? null : <p className="mt-2 text-quiet text-sm">{note}</p>}
      <details className="mt-1 print:hidden">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary-text text-sm underline-offset-4 hover:underline">
          {t('chart.numbers')}
        </summary>
        <NumbersTable {...numbers} />
      </details>
    </figure>
  );
}
