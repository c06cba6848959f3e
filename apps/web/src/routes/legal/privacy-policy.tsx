import { useLoaderData } from '@tanstack/react-router';
import { LegalPage } from '../../legal/legal-page.tsx';
import type { LegalPayload } from '../../legal/legal-text.ts';
import { loadPayload } from '../../legal/payload.ts';
import type { LoaderContext, PageHead } from '../../site/page-module.ts';

export function loader({ locale, signal }: LoaderContext): Promise<LegalPayload> {
  return loadPayload('privacy-policy', locale, signal);
}

export function head({ text }: LegalPayload): PageHead {
  return { title: text.title, description: text.introduction[0], canonical: '/privacy-policy' };
}

export function Page() {
  const { text } = useLoaderData({ strict: false }) as LegalPayload;
  return <LegalPage text={text} />;
}
