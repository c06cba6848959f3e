import type { RealtorAnswer } from '@maru/contract';
import { LOCALES, type Locale } from '@maru/words';
import { useEffect, useState } from 'react';
import { Biography } from '../agents/agent-detail.tsx';
import { AgentPicture } from '../agents/agent-picture.tsx';
import { LicenseLine } from '../agents/license-line.tsx';
import { languageText, orderNames } from '../contact/agent-words.ts';
import { useOtherWords } from '../contact/use-other-words.ts';
import { Original } from '../contact/who-answers.tsx';
import { localName, useWords, WordsProvider } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/section.tsx';

/** The saved profile as visitors see it, in both languages. Messages of the other one load on demand. */
export function ProfilePreview({ realtor }: { realtor: RealtorAnswer }) {
  const own = useWords();
  const [locale, setLocale] = useState<Locale>(own.locale);
  const others = useOtherWords({ isWanted: locale !== own.locale });
  const isFailed = others.error !== null;
  useEffect(() => {
    // Go back to the language that is loaded.
    if (isFailed) setLocale(own.locale);
  }, [isFailed, own.locale]);
  const words = locale === own.locale ? own : others.data;
  return (
    <Section
      id="preview"
      title={own.t('realtor.preview')}
      heading="h3"
      className="mt-10 border-line border-t pt-6"
    >
      <p className="text-quiet text-sm">{own.t('realtor.preview_note')}</p>
      <div className="mt-3 flex gap-2">
        {LOCALES.map((one) => (
          <Button
            variant="chip"
            key={one}
            lang={one}
            aria-pressed={one === locale}
            onClick={() => setLocale(one)}
          >
            {own.t(`language.name_${one}`)}
          </Button>
        ))}
      </div>
      <div className="mt-4 rounded-card border border-line bg-surface p-5" lang={locale} aria-live="polite">
        {words === undefined ? null : (
          <WordsProvider words={words}>
            <Shown realtor={realtor} />
          </WordsProvider>
        )}
      </div>
    </Section>
  );
}

function Shown({ realtor }: { realtor: RealtorAnswer }) {
  const words = useWords();
  const { t, locale } = words;
  const { first, second } = orderNames(realtor, locale);
  const facts = [
    [t('agents.languages'), realtor.languages.map((code) => languageText(code, words)).join(', ')],
    [t('agents.specialties'), realtor.specialties.map((one) => t(`specialty.${one}`)).join(', ')],
    [t('agents.areas'), realtor.places.map((place) => localName(place, { locale })).join(', ')],
  ].filter(([, value]) => value !== '');
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <AgentPicture name={first} picture={realtor.picture} size={80} />
        <div>
          <p className="font-bold text-xl">
            <Original text={first} />{' '}
            {second === null ? null : (
              <span className="font-normal text-base text-quiet">
                <Original text={second} />
              </span>
            )}
          </p>
          <p>
            <Original text={realtor.brokerName} />
          </p>
          <LicenseLine
            agent={{ ...realtor, licenseVerified: realtor.verification === 'verified' }}
            withLink
          />
        </div>
      </div>
      <dl className="mt-4 space-y-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-quiet text-sm">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <Biography agent={realtor} name={first} />
      </div>
    </>
  );
}
