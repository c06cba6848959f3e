import type { ReactNode } from 'react';
import { PageMain } from './page-main.tsx';

/** Replaces an area that the visitor may not open (yet): the reason, and what to do. */
export function ClosedArea({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <PageMain className="min-h-dvh max-w-[520px] px-4 py-16 text-center md:py-28">
      <h1 className="font-bold text-2xl">{title}</h1>
      <p role="status" className="mt-3 text-quiet">
        {text}
      </p>
      <p className="mt-6 empty:hidden">{children}</p>
    </PageMain>
  );
}
