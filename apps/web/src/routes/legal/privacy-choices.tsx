import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords, type Words } from '../../i18n/words.tsx';
import { type Consent, useConsent } from '../../privacy/consent.ts';
import { ConsentButtons } from '../../privacy/consent-line.tsx';
import { definePage, type PageHead, type RouterContext } from '../../site/page-module.ts';
import { PageMain } from '../../ui/frame/page-main.tsx';
import { Section } from '../../ui/section.tsx';
import { SiteLink } from '../../ui/site-link.tsx';

export const page = definePage({ loader, head, Page });

function loader() {
  return {};
}

function head(_: unknown, { words }: { words: Words }): PageHead {
  return {
    title: words.t('privacy.title'),
    description: words.t('privacy.about'),
    canonical: '/privacy-choices',
  };
}

const SERVICES = ['analytics', 'tagManager', 'errorTracking', 'experiments'] as const;
const CHOICES = {
  yes: 'privacy.choice_yes',
  no: 'privacy.choice_no',
  open: 'privacy.choice_open',
  signal: 'privacy.signal',
} as const satisfies Record<Consent, string>;

/** The measuring services and the visitor's choice about them (rule R45). */
function Page() {
  const { t } = useWords();
  const { site } = useRouter().options.context as RouterContext;
  const consent = useConsent();
  const used = SERVICES.filter((one) => site.thirdParties?.[one] !== undefined);
  const signal =
    consent === undefined
      ? 'privacy.signal_unknown'
      : consent === 'signal'
        ? 'privacy.signal_on'
        : 'privacy.signal_off';
  return (
    <PageMain className="max-w-[72ch] px-4 py-8 md:px-6">
      <h1 className="font-bold text-3xl leading-tight">{t('privacy.title')}</h1>
      <p className="mt-4">{t('privacy.about')}</p>
      <Part id="signal" title={t('privacy.signal_title')}>
        <p className="mt-3" aria-live="polite">
          {t(signal)}
        </p>
      </Part>
      <Part id="services" title={t('privacy.services_title')}>
        <p className="mt-3">{t(used.length === 0 ? 'privacy.services_none' : 'privacy.services')}</p>
        {used.length === 0 ? null : (
          <>
            <ul className="mt-3 list-disc space-y-2 pl-6">
              {used.map((one) => (
                <li key={one}>{t(`privacy.service.${one}`)}</li>
              ))}
            </ul>
            {consent === undefined ? null : (
              <div className="mt-4 space-y-3 rounded-card border border-line bg-surface p-4">
                <p role="status">
                  <span className="font-semibold">{t('privacy.choice')}:</span> {t(CHOICES[consent])}
                </p>
                {consent === 'signal' ? null : <ConsentButtons />}
              </div>
            )}
          </>
        )}
      </Part>
      <Part id="sale" title={t('privacy.sale_title')}>
        <p className="mt-3">{t('privacy.sale')}</p>
      </Part>
      <Part id="own" title={t('privacy.own_title')}>
        <p className="mt-3">{t('privacy.own')}</p>
        <p className="mt-3">
          <SiteLink path="/privacy-policy" className="inline-block py-1 underline underline-offset-4">
            {t('legal.privacy')}
          </SiteLink>
        </p>
      </Part>
    </PageMain>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Section id={id} title={title} titleClass="font-semibold text-xl" className="mt-8">
      {children}
    </Section>
  );
}
