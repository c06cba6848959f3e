import type { HomeAnswer } from '@maru/contract';
import { isHomeId } from '@maru/listing';
import { findTimeZone } from '@maru/listing/time';
import { localePath } from '@maru/words';
import { answererName } from '../contact/answerer-name.ts';
import { BuyerAgreement } from '../contact/buyer-agreement.tsx';
import { type ContactTarget, LONGEST_MESSAGE, plainPath } from '../contact/contact-subject.ts';
import type { Prepared } from '../contact/contact-values.ts';
import { Original, WhoAnswers } from '../contact/who-answers.tsx';
import { useWords, type Words } from '../i18n/words.tsx';
import { zoneName } from '../listing/facts/home-dates.ts';
import { addressText } from '../listing/facts/home-words.ts';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { Notice } from '../ui/notice.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { TextLink } from '../ui/text-link.tsx';

export const page = definePage({ loader, head, Page });

type Data =
  | {
      target: ContactTarget;
      prepared: Prepared;
      home: HomeAnswer | null;
      said: string | undefined;
      now: number;
    }
  | { target: null };

const SLOTS = [1, 2, 3] as const;

/** The contact form without script: it says who answers, sends the message and gets a receipt. */
async function loader({ search, client, locale, signal }: LoaderContext): Promise<Data> {
  const target = targetOf(search);
  if (target === undefined) return { target: null };
  const [prepared, home] = await Promise.all([
    client.prepareContact({ query: { ...target, locale }, signal }),
    target.homeId === undefined ? null : client.findHome({ query: { homeId: target.homeId }, signal }),
  ]);
  const { message } = search;
  const said = typeof message === 'string' ? message.slice(0, LONGEST_MESSAGE) : undefined;
  return { target, prepared, home, said, now: Date.now() };
}

function targetOf(search: LoaderContext['search']): ContactTarget | undefined {
  const { homeId, agentId, realtorId } = search;
  if (isHomeId(homeId)) return { homeId };
  if (typeof agentId === 'string' && agentId !== '') return { agentId: agentId.slice(0, 100) };
  if (typeof realtorId === 'string' && realtorId !== '') return { realtorId: realtorId.slice(0, 100) };
  return undefined;
}

function head(data: Data, { words }: { words: Words }): PageHead {
  if (data.target === null) return { title: words.t('contact.page_title') };
  const name = answererName(data.prepared.answeredBy, words);
  return { title: words.t('contact.title', { name }), canonical: plainPath(data.target) };
}

function Page({ data }: { data: Data }) {
  const words = useWords();
  const { t, locale } = words;
  if (data.target === null) {
    return (
      <PageMain className={MAIN}>
        <h1 className="font-bold text-2xl">{t('contact.page_title')}</h1>
        <p className="mt-3">{t('contact.nobody')}</p>
        <p className="mt-6">
          <SiteLink path="/_maru_agent" className={buttonClass('primary', 'large')}>
            {t('agents.title')}
          </SiteLink>
        </p>
      </PageMain>
    );
  }
  const { target, prepared, home, said, now } = data;
  const { answeredBy, languages, consents } = prepared;
  const name = answererName(answeredBy, words);
  const timeZone = home === null ? undefined : findTimeZone(home.listing);
  return (
    <PageMain className={MAIN}>
      <h1 className="font-bold text-2xl">{t('contact.title', { name })}</h1>
      {home === null ? null : (
        <p className="mt-2">
          {t('contact.about_home')}:{' '}
          <TextLink isUnderlined path={home.path}>
            {addressText(home, words)}
          </TextLink>
        </p>
      )}
      <div className="mt-4 rounded-card border border-line bg-surface p-4">
        <WhoAnswers answeredBy={answeredBy} languages={languages} />
        <p className="mt-2 text-quiet text-sm">
          {t('contact.one_person', { name })} {answeredBy.byMailOnly ? t('contact.by_mail') : null}
        </p>
      </div>
      {home?.searchType === 'rent' ? (
        <div className="mt-4">
          <Notice tone="info" title={t('contact.rent_title')}>
            <p className="text-sm">{t('contact.rent_text')}</p>
          </Notice>
        </div>
      ) : null}
      <form method="post" action="/v1/contact" className="mt-6 space-y-6">
        {Object.entries({ ...target, recipientId: answeredBy.recipientId, locale }).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        {timeZone === undefined ? null : <input type="hidden" name="timeZone" value={timeZone} />}
        <input type="hidden" name="url" value={localePath(locale, plainPath(target))} />
        <noscript>
          <input type="hidden" name="plain" value="1" />
        </noscript>
        <Field label={t('contact.name')} name="name" autoComplete="name" maxLength={100} required />
        <Field
          label={t('contact.email')}
          note={t('contact.email_note')}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
        />
        <Field
          label={t('profile.phone')}
          note={t('profile.phone_note')}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
        />
        <TextArea
          label={t('contact.message')}
          name="message"
          rows={5}
          maxLength={4_000}
          required
          defaultValue={
            said ??
            (home === null
              ? t('agents.message')
              : t('contact.message_home', { address: addressText(home, words) }))
          }
        />
        {timeZone === undefined ? null : (
          <fieldset>
            <legend className="font-semibold">{t('contact.slots')}</legend>
            <p className="text-quiet text-sm">
              {t('contact.slots_note', { zone: zoneName(new Date(now).toISOString(), timeZone) })}
            </p>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">
              {SLOTS.map((number) => (
                <Field
                  key={number}
                  label={t('contact.slot', { number })}
                  name={`slot${number}`}
                  type="datetime-local"
                />
              ))}
            </div>
            {home?.searchType === 'sale' ? <BuyerAgreement /> : null}
          </fieldset>
        )}
        <fieldset>
          <legend className="font-semibold">{t('contact.consents')}</legend>
          <p className="text-quiet text-sm">{t('contact.consents_note')}</p>
          {consents.map(({ kind, version, text }) => (
            <Checkbox key={kind} isLong name={`consent.${kind}`} value="1">
              <input type="hidden" name={`version.${kind}`} value={version} />

              <span className="text-sm">
                <Original text={text} />
              </span>
            </Checkbox>
          ))}
        </fieldset>
        <Button variant="primary" size="large" className="w-full" type="submit">
          {t('contact.send', { name })}
        </Button>
      </form>
    </PageMain>
  );
}

const MAIN = 'max-w-[640px] px-4 py-8 md:py-12';
