import type { HomeAnswer } from '@maru/contract';
import { isHomeId } from '@maru/listing';
import { findTimeZone } from '@maru/listing/time';
import { localePath } from '@maru/words';
import { answererName } from '../contact/agent-words.ts';
import { ConsentFields, Recipient, RentNotice, SlotFields, TextFields } from '../contact/contact-fields.tsx';
import { type ContactTarget, LONGEST_MESSAGE, plainPath } from '../contact/contact-subject.ts';
import type { Prepared } from '../contact/contact-values.ts';
import { useWords, type Words } from '../i18n/words.tsx';
import { zoneName } from '../listing/facts/home-dates.ts';
import { addressText } from '../listing/facts/home-words.ts';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { SiteLink, TextLink } from '../ui/site-link.tsx';

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

/** The contact form without script: it says who answers, sends the message and gets a receipt. */
async function loader({ search, client, locale, signal }: LoaderContext): Promise<Data> {
  const target = parseTarget(search);
  if (target === undefined) return { target: null };
  const [prepared, home] = await Promise.all([
    client.prepareContact({ query: { ...target, locale }, signal }),
    target.homeId === undefined ? null : client.findHome({ query: { homeId: target.homeId }, signal }),
  ]);
  const { message } = search;
  const said = typeof message === 'string' ? message.slice(0, LONGEST_MESSAGE) : undefined;
  return { target, prepared, home, said, now: Date.now() };
}

function parseTarget(search: LoaderContext['search']): ContactTarget | undefined {
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
  const isRent = home?.searchType === 'rent';
  const usualMessage =
    home === null ? t('agents.message') : t('contact.message_home', { address: addressText(home, words) });
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
      <div className="mt-4 space-y-4">
        <Recipient answeredBy={answeredBy} languages={languages} />
        {isRent ? <RentNotice /> : null}
      </div>
      <form method="post" action="/v1/contact" className="mt-6 space-y-6">
        {Object.entries({ ...target, recipientId: answeredBy.recipientId, locale }).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        {timeZone === undefined ? null : <input type="hidden" name="timeZone" value={timeZone} />}
        <input type="hidden" name="url" value={localePath(locale, plainPath(target))} />
        <noscript>
          <input type="hidden" name="plain" value="1" />
        </noscript>
        {consents.map(({ kind, version }) => (
          <input key={kind} type="hidden" name={`version.${kind}`} value={version} />
        ))}
        <TextFields
          field={(name) => (name === 'message' ? { name, defaultValue: said ?? usualMessage } : { name })}
        />
        {timeZone === undefined ? null : (
          <SlotFields
            isRent={isRent}
            note={t('contact.slots_note', { zone: zoneName(new Date(now).toISOString(), timeZone) })}
            field={(at) => ({ name: `slot${at + 1}` })}
          />
        )}
        <ConsentFields consents={consents} field={(kind) => ({ name: `consent.${kind}`, value: '1' })} />
        <Button variant="primary" size="large" className="w-full" type="submit">
          {t('contact.send', { name })}
        </Button>
      </form>
    </PageMain>
  );
}

const MAIN = 'max-w-[640px] px-4 py-8 md:py-12';
