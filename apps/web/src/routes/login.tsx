import { parseOwnPath, parseSignInFailure, type SignInFailure } from '@maru/contract/client';
import type { SignInProvider } from '@maru/listing/people';
import { localePath } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type InApp, outsideAddress, useInApp } from '../account/sign-in/in-app-browser.ts';
import { ProviderButton } from '../account/sign-in/provider-button.tsx';
import { useWayBack } from '../account/sign-in/use-way-back.ts';
import { useAccount } from '../account/use-account.ts';
import { useWords, type Words } from '../i18n/words.tsx';
import { definePage, type LoaderContext, type PageHead } from '../site/page-module.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageMain } from '../ui/frame/page-main.tsx';
import { CopyIcon, ExternalIcon } from '../ui/icons/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { TextLink } from '../ui/site-link.tsx';

export const page = definePage({ loader, head, Page });

type LoginData = ReturnType<typeof loader>;

function loader({ search, locale }: LoaderContext) {
  return {
    failure: parseSignInFailure(search.error),
    provider: search.provider === 'google' ? ('google' as const) : ('kakao' as const),
    /** Including the /ko prefix. */
    back: parseOwnPath(search.redirectUrl) ?? localePath(locale, '/'),
    ended: search.ended === '1',
    /** A signed-in person must sign in again (`FreshSignIn`). */
    isFresh: search.fresh === '1',
  };
}

function head(_data: LoginData, { words }: { words: Words }): PageHead {
  return { title: words.t('login.title') };
}

/** The sign-in page, also after a session has ended or a sign-in failed. */
function Page({ data }: { data: LoginData }) {
  const { t } = useWords();
  const { failure, provider, back, ended, isFresh } = data;
  const { site } = useRouter().options.context;
  const { state, account } = useAccount();
  const goBack = useWayBack();
  const cookies = useSyncExternalStore(never, mayKeepCookies, () => true);
  const lasts = useSyncExternalStore(
    never,
    () => account?.lasts() ?? true,
    () => true,
  );
  const signedIn = state.status === 'signed-in';
  useEffect(() => {
    // Show the failure of a fresh sign-in, though the session is still valid.
    if (signedIn && !isFresh && failure === undefined) goBack(back);
  }, [signedIn, isFresh, failure, back, goBack]);

  const joins = failure === 'join_kakao' ? 'kakao' : failure === 'join_google' ? 'google' : undefined;
  const offered = site.providers.filter((one) => joins === undefined || one === joins);
  return (
    <PageMain className="min-h-svh max-w-[480px] px-4 py-10 md:py-16">
      <div className="md:rounded-card md:border md:border-line md:bg-surface md:p-10">
        <h1 className="font-bold text-2xl leading-tight md:text-3xl">
          {t(isFresh ? 'login.fresh.title' : 'login.title')}
        </h1>
        <p className="mt-3 text-quiet">{t(isFresh ? 'login.fresh.text' : 'login.lead')}</p>
        <div className="mt-6 space-y-3">
          {failure !== undefined || ended || !cookies ? (
            <Outcome failure={cookies ? failure : 'cookies_blocked'} provider={provider} />
          ) : null}
          {offered.length === 0 ? <Notice tone="info" title={t('login.none')} /> : null}
          <WaysIn offered={offered} back={back} isFresh={isFresh} />
        </div>
        <noscript>
          <p className="mt-4 font-semibold">{t('login.needs_script')}</p>
        </noscript>
        {lasts ? null : <p className="mt-4 text-sm">{t('login.storage_off')}</p>}
        <p className="mt-6 text-quiet text-sm">{t('login.gets')}</p>
        <p className="mt-2">
          <TextLink href={back}>{t(isFresh ? 'login.fresh.back' : 'login.without')}</TextLink>
        </p>
      </div>
    </PageMain>
  );
}

/** The result of the last attempt; an ended session is not a failure. */
function Outcome({ failure, provider }: { failure: SignInFailure | undefined; provider: SignInProvider }) {
  const { t } = useWords();
  const name = { provider: t(`brand.${provider}`) };
  const [tone, title, text] =
    failure === undefined
      ? (['info', t('login.ended.title'), t('login.ended.text')] as const)
      : ([
          failure === 'cancelled' || failure.startsWith('join_') ? 'info' : 'bad',
          t(`login.failed.${failure}.title`, name),
          t(`login.failed.${failure}.text`, name),
        ] as const);
  return (
    <Notice tone={tone} title={title}>
      <p className="mt-1">{text}</p>
    </Notice>
  );
}

/** In an in-app browser, a link to the system browser replaces Google's button. */
function WaysIn({
  offered,
  back,
  isFresh,
}: {
  offered: readonly SignInProvider[];
  back: string;
  isFresh: boolean;
}) {
  const { locale } = useWords();
  const app = useInApp();
  return offered.map((provider) =>
    provider === 'google' && app !== undefined ? (
      <OutsidePanel
        key={provider}
        app={app}
        kakao={offered.includes('kakao')}
        url={`${window.location.origin}${localePath(locale, '/login')}?redirectUrl=${encodeURIComponent(back)}`}
      />
    ) : (
      <ProviderButton key={provider} provider={provider} back={back} isFresh={isFresh} />
    ),
  );
}

const never = () => () => {};
const mayKeepCookies = () => navigator.cookieEnabled;

/**
 * Replaces Google's button in an in-app browser: opens the page in the system browser, or copies its link (rule R24).
 */
function OutsidePanel({ app, url, kakao }: { app: InApp; url: string; kakao: boolean }) {
  const { t } = useWords();
  const [copy, setCopy] = useState<'ready' | 'done' | 'failed'>('ready');
  const name = t(`login.app.${app}`);
  const out = outsideAddress(app, navigator.userAgent, url);
  const copyLink = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopy('done'),
      () => setCopy('failed'),
    );
  return (
    <Section
      id="outside"
      title={t('login.in_app.title', { app: name })}
      titleClass="font-semibold"
      className="rounded-card border border-line bg-surface p-4"
    >
      <p className="mt-1 text-quiet">
        {t(kakao ? 'login.in_app.text' : 'login.in_app.text_no_kakao')}
        {out === undefined ? ` ${t('login.in_app.menu', { app: name })}` : null}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {out === undefined ? null : (
          <a href={out} className={buttonClass('secondary', undefined, 'flex-1 whitespace-nowrap')}>
            <ExternalIcon size={18} />
            {t('login.in_app.open')}
          </a>
        )}
        <Button className="flex-1 whitespace-nowrap" onClick={() => void copyLink()}>
          <CopyIcon size={18} />
          {t('login.in_app.copy')}
        </Button>
      </div>
      <p role="status" className="not-empty:mt-2 text-sm">
        {copy === 'done' ? t('login.in_app.copied') : copy === 'failed' ? t('login.in_app.copy_failed') : ''}
      </p>
      {copy === 'failed' ? (
        <input
          readOnly
          value={url}
          aria-label={t('login.in_app.address')}
          onFocus={(event) => event.currentTarget.select()}
          className="mt-2 h-11 w-full rounded-field border border-line-strong bg-surface px-3 text-sm"
        />
      ) : null}
    </Section>
  );
}
