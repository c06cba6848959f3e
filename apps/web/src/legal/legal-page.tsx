import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.tsx';
import { formatDay } from '../listing/facts/home-dates.ts';
import { PageMain } from '../ui/frame/page-main.tsx';
import { Section } from '../ui/section.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import type { LegalText } from './legal-text.ts';

/** A legal text as a page: title, version, contents, sections; `children` come last. */
export function LegalPage({ text, children }: { text: LegalText; children?: ReactNode }) {
  const { t, locale } = useWords();
  const { title, version, effectiveOn, introduction, sections } = text;
  return (
    <PageMain className="max-w-[72ch] px-4 py-8 md:px-6">
      <h1 className="font-bold text-3xl leading-tight">{title}</h1>
      <p className="mt-2 text-quiet text-sm">
        {t('legal.version', { version, date: formatDay(effectiveOn, 'UTC', locale) })}
      </p>
      {introduction.map((paragraph) => (
        <p key={paragraph} className="mt-4">
          {paragraph}
        </p>
      ))}
      <nav aria-label={t('legal.contents')} className="mt-6 print:hidden">
        <ol className="list-decimal space-y-1 pl-6">
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-block py-1 underline underline-offset-4">
                {name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title: name, paragraphs = [], list = [] }) => (
        <Section id={id} title={name} titleClass="font-semibold text-xl" key={id} className="mt-8">
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3">
              {paragraph}
            </p>
          ))}
          {list.length === 0 ? null : (
            <ul className="mt-3 list-disc space-y-2 pl-6">
              {list.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </Section>
      ))}
      {children}
      <p className="mt-10">
        <SiteLink
          path="/"
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
        >
          {t('site.home')}
        </SiteLink>
      </p>
    </PageMain>
  );
}
