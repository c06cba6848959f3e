import { LegalPage } from '../../legal/legal-page.tsx';
import type { LegalPayload } from '../../legal/legal-text.ts';
import { loadPayload } from '../../legal/payload.ts';
import { definePage, type LoaderContext, type PageHead } from '../../site/page-module.ts';

export const page = definePage({ loader, head, Page });

function loader({ locale, signal }: LoaderContext): Promise<LegalPayload> {
  return loadPayload('accessibility', locale, signal);
}

function head({ text }: LegalPayload): PageHead {
  return { title: text.title, description: text.introduction[0], canonical: '/accessibility' };
}

function Page({ data: { text } }: { data: LegalPayload }) {
  return <LegalPage text={text} />;
}
